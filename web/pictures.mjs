// The pictures of the README and of docs/reference/viewer.md, from real runs: node pictures.mjs [TOOL]

import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { startServer } from "../tests/web/server.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const tool = resolve(process.argv[2] ?? join(root, "crowfly"));
const folder = mkdtempSync(join(tmpdir(), "crowfly-pictures-"));
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
if (!existsSync(executablePath)) throw new Error(`there is no ${executablePath} (set CHROMIUM)`);

const query = "E<> Train(0).OnBridge && forall (t : train_t) t != 0 imply Train(t).Halted";
copyFileSync(join(root, "models/train_gate.xml"), join(folder, "train_gate.xml"));
execFileSync(tool, ["check", "train_gate.xml", query, "--trace", "trace.html"], { cwd: folder });

const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
const browser = await chromium.launch({ executablePath, args });
for (const colorScheme of ["light", "dark"]) {
    const page = await browser.newPage({ viewport: { width: 1600, height: 1000 }, colorScheme });
    await page.goto(`${pathToFileURL(join(folder, "trace.html")).href}#step=4`);
    await page.waitForSelector("#app > *");
    await page.screenshot({ path: join(root, `docs/figures/page-${colorScheme}.png`) });
}
await gantt();
await plan();
await telephone();
await simulator();
await browser.close();
rmSync(folder, { recursive: true });

/** The best schedule of four jobs on four machines. */
async function gantt() {
    writeFileSync(join(folder, "shop.txt"), "4 4\n0 5 1 8 3 4 2 6\n1 7 2 3 0 6 3 5\n2 4 0 6 1 5 3 7\n3 6 2 5 1 4 0 8\n");
    execFileSync(tool, ["generate", "jobshop", "shop.txt", "-o", "shop.xml"], { cwd: folder });
    execFileSync(tool, ["check", "shop.xml", "--fastest", "--trace", "shop.html"], { cwd: folder });
    const page = await browser.newPage({ viewport: { width: 1400, height: 900 }, colorScheme: "light" });
    await page.goto(`${pathToFileURL(join(folder, "shop.html")).href}#step=12`);
    await page.getByTestId("gantt").screenshot({ path: join(root, "docs/figures/gantt.png") });
}

/** A plan: lanes of facts, and the table. */
async function plan() {
    copyFileSync(join(root, "models/delivery.sas"), join(folder, "delivery.sas"));
    execFileSync(tool, ["check", "delivery.sas", "--minimise", "cost", "--trace", "plan.html"], { cwd: folder });
    const page = await browser.newPage({ viewport: { width: 1280, height: 560 }, colorScheme: "light" });
    await page.goto(`${pathToFileURL(join(folder, "plan.html")).href}#step=1`);
    await page.waitForSelector("#app > *");
    await page.screenshot({ path: join(root, "docs/figures/page-plan.png") });
}

/** A counterexample on a telephone, which opens at its end. */
async function telephone() {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 }, colorScheme: "dark" });
    copyFileSync(join(root, "models/fischer_broken.xml"), join(folder, "fischer_broken.xml"));
    const query = "A[] not (Contender(1).critical && Contender(2).critical)";
    try {
        execFileSync(tool, ["check", "fischer_broken.xml", query, "--trace", "broken.html"], { cwd: folder });
    } catch {} // it is not as expected
    await page.goto(pathToFileURL(join(folder, "broken.html")).href);
    await page.getByRole("tab", { name: "automata" }).click();
    await page.waitForTimeout(200);
    await page.screenshot({ path: join(root, "docs/figures/page-phone.png") });
}

async function simulator() {
    const server = await startServer(tool, "train_gate.xml", folder);
    const page = await browser.newPage({ viewport: { width: 1600, height: 1000 }, colorScheme: "light" });
    await page.goto(server.address);
    await page.getByTestId("query-input").fill("E<> Train(0).OnBridge && Train(1).Halted");
    await page.getByTestId("run-query").click();
    await page.locator('[data-testid="query"]').waitFor();
    await page.keyboard.press("Escape");
    for (let back = 0; back < 2; back++) await page.keyboard.press("ArrowLeft");
    await page.getByText("taken next in this walk").waitFor();
    await page.getByTestId("choice").first().hover();
    await page.screenshot({ path: join(root, "docs/figures/simulator.png") });
    await server.end();
}
