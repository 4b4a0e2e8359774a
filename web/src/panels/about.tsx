// Statistics of the run and how to repeat it.

import { signal } from "@preact/signals";
import { inflate } from "../load";
import { Panel } from "../panel";
import { page } from "../store";

const copied = signal(false);

export function About() {
    const { statistics = [], command, tool, model } = page.value;
    return (
        <Panel name="about" title="Run">
            {statistics.length > 0 && (
                <dl class="statistics">
                    {statistics.map(([name, value], index) => (
                        <div key={index}>
                            <dt>{name}</dt>
                            <dd>{value}</dd>
                        </div>
                    ))}
                </dl>
            )}
            {command && <Command command={command} />}
            <Downloads />
            <p class="note">
                {tool.name} {tool.version}
                {tool.commit ? ` (${tool.commit.slice(0, 12)})` : ""}
                {model.sha256 && (
                    <>
                        <br />
                        model sha256 <code title={model.sha256}>{model.sha256.slice(0, 16)}…</code>
                    </>
                )}
            </p>
        </Panel>
    );
}

const whatItIs: Record<string, string> = {
    json: "with names and exact times, for crowfly replay",
    xtr: "for UPPAAL's simulator",
    aigwit: "a witness in AIGER's format",
};

/** The trace as files for other programs, as `crowfly check --trace` writes them. */
function Downloads() {
    const { files = [], model } = page.value;
    if (files.length === 0) return null;
    const name = model.path.split(/[/\\]/).pop()!.replace(/\.[^.]*$/, "") || "trace";
    return (
        <div class="downloads" data-testid="downloads">
            <span>Save the trace</span>
            {files.map(({ suffix, data }) => (
                <button key={suffix} type="button" title={whatItIs[suffix]} onClick={() => save(`${name}.${suffix}`, data)}>
                    .{suffix}
                </button>
            ))}
        </div>
    );
}

async function save(name: string, data: string): Promise<void> {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([await inflate(data)], { type: "application/octet-stream" }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

function Command({ command }: { command: string }) {
    return (
        <div class="command">
            <div class="command-head">
                <span>To repeat the run</span>
                <button type="button" data-testid="copy" onClick={() => copy(command)}>
                    {copied.value ? "copied" : "copy"}
                </button>
            </div>
            <code data-testid="command">{command}</code>
        </div>
    );
}

async function copy(text: string): Promise<void> {
    try {
        await navigator.clipboard.writeText(text);
    } catch {
        copyBySelection(text); // pages from the disk may have no clipboard of their own
    }
    copied.value = true;
    setTimeout(() => (copied.value = false), 1500);
}

function copyBySelection(text: string): void {
    const field = document.createElement("textarea");
    field.value = text;
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
}
