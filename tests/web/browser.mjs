// Opens pages in Chromium from the disk and notes whatever should not happen: messages on the console, errors,
// requests.

import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

export function skip(why) {
    console.error(`skipped: ${why}`);
    process.exit(77);
}

async function playwright() {
    try {
        const entry = new URL("../../web/node_modules/playwright-core/index.mjs", import.meta.url);
        return (await import(entry)).chromium;
    } catch {
        skip("web/node_modules is missing (cd web && npm ci)");
    }
}

export class Browser {
    static async start() {
        const chromium = await playwright();
        const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
        if (!existsSync(executablePath)) skip(`there is no ${executablePath} (set CHROMIUM)`);
        const args = ["--disable-gpu", ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])];
        return new Browser(await chromium.launch({ executablePath, args }));
    }

    constructor(browser) {
        this.browser = browser;
        this.folder = mkdtempSync(join(tmpdir(), "crowfly-web-"));
        this.count = 0;
    }

    async stop() {
        await this.browser.close();
        rmSync(this.folder, { recursive: true });
    }

    /** Opens an address; `allowed` says which further requests are right. */
    async openAddress(address, { allowed = () => false, ...options } = {}) {
        const context = await this.browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
        const page = await context.newPage();
        const wrong = [];
        page.on("console", (message) => wrong.push(`console: ${message.text()}`));
        page.on("pageerror", (error) => wrong.push(`error: ${error.message}`));
        page.on("dialog", (dialog) => (wrong.push(`dialog: ${dialog.message()}`), dialog.dismiss()));
        page.on("request", (request) => {
            const url = request.url();
            if (url.split("#")[0] !== address.split("#")[0] && !url.startsWith("data:,") && !allowed(url))
                wrong.push(`request: ${url}`);
        });
        await page.goto(address, { timeout: 120_000 }); // the machine may be busy
        await page.waitForSelector("#app > *");
        return { page, wrong, close: () => context.close() };
    }

    openFile(path, hash = "", options = {}) {
        return this.openAddress(pathToFileURL(path).href + hash, options);
    }

    openHtml(html, hash = "", options = {}) {
        const path = join(this.folder, `page-${this.count++}.html`);
        writeFileSync(path, html);
        return this.openFile(path, hash, options);
    }
}
