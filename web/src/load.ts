// Takes the document out of the page: plain JSON, or base64 of a zlib stream when it was large.

import type { Page } from "./document";

const schema = "crowfly-page/1";

/** The document, or null if nobody filled it in. */
export async function loadPage(): Promise<Page | null> {
    const holder = document.getElementById("crowfly-data");
    const text = holder?.textContent ?? "null";
    const json = holder?.dataset.encoding === "zlib-base64" ? await inflate(text) : text;
    const page = JSON.parse(json) as Page | null;
    if (page !== null && page.schema !== schema)
        throw new Error(
            `This page shows documents of schema ${schema}; it holds one of schema ${String(page.schema)}.`,
        );
    return page;
}

/** The text of a base64 of a zlib stream. */
export async function inflate(base64: string): Promise<string> {
    const bytes = Uint8Array.from(atob(base64.trim()), (character) => character.charCodeAt(0));
    const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    return new Response(plain).text();
}
