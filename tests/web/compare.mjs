// Every panel against the data, at one state.

import assert from "node:assert/strict";

/** What the page shows; runs in the page. */
function seen() {
    const all = (selector) => [...document.querySelectorAll(selector)];
    const cells = (kind) =>
        Object.fromEntries(
            all(`[data-testid^="${kind}-"]`).map((row) => [row.dataset.testid, row.querySelector("td").textContent]),
        );
    const numberOf = (element) => Number(element.closest("[data-testid]").dataset.testid.replace(/.*-/, ""));
    const byProcess = (selector) => all(selector).sort((a, b) => numberOf(a) - numberOf(b)); // those that move come first
    const truths = Object.fromEntries(
        all('[data-testid^="atom-"], [data-testid="formula"]').map((row) => [
            row.dataset.testid,
            row.querySelector(".truth").lastChild.textContent,
        ]),
    );
    return {
        variables: cells("variable"),
        clocks: cells("clock"),
        locations: cells("location"),
        truths,
        drawn: byProcess('.card[data-testid^="process-"]').map((card) => card.querySelector(".where").textContent),
        marked: byProcess(".drawing").map((svg) =>
            [...svg.querySelectorAll(".location")].findIndex((mark) => mark.hasAttribute("data-current")),
        ),
        fired: byProcess(".drawing").map((svg) =>
            [...svg.querySelectorAll(".edge")].flatMap((edge, index) =>
                edge.hasAttribute("data-fired") ? [index] : [],
            ),
        ),
        lanes: all(".timeline .lane:not(.measure) .lane-name b").map((value) => value.textContent),
        selected: all('[role="option"][aria-selected="true"]').map((option) => Number(option.dataset.step)),
        chartRow: all(".move.selected").map((row) => Number(row.dataset.row)),
    };
}

export async function compare(page, expected, step) {
    assert.deepEqual(await page.evaluate(seen), expected.at(step), `state ${step}`);
    const position = await page.innerText('[data-testid="position"]');
    assert.equal(position, `step ${step} of ${expected.length}, time ${expected.time(step)}`);
}
