// Starts `crowfly serve`, and waits until it says where it is.

import { spawn } from "node:child_process";

export async function startServer(tool, model, cwd = ".", ...options) {
    const server = spawn(tool, ["serve", model, ...options], { cwd, stdio: ["ignore", "pipe", "inherit"] });
    const address = await new Promise((found, failed) => {
        server.stdout.once("data", (text) => found(String(text).split(" ")[0].trim()));
        server.once("exit", (code) => failed(new Error(`the server ended with ${code}`)));
    });
    process.once("exit", () => server.kill("SIGTERM")); // also when a test fails
    return { address, end: () => new Promise((ended) => (server.once("exit", ended), server.kill("SIGTERM"))) };
}
