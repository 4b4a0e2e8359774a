// Bundles src/ into the one file viewer.html. The output depends on nothing but the sources and the locked dependencies,
// so that two builds are equal byte by byte.
import { build } from "esbuild";
import { readFile, writeFile } from "node:fs/promises";

const here = (path) => new URL(path, import.meta.url);
const largest = 300_000;

// dagre comes bundled, and fills objects with algorithms of which it takes two out again. Without the others, and what
// only they mention, it is a tenth smaller. A member is kept if it is taken: `object.member` or `{member: …} = object`.
function withoutUnusedMembers(text) {
    return text.replace(/(?<=;)(\w+)\((\w+),\{((?:\w+:\(\)=>[\w$]+,?)+)\}\);/g, (_, fill, object, members) => {
        const taken = [...text.matchAll(new RegExp(`\\{([^{}]*)\\}=${object}\\b|\\b${object}\\.(\\w+)`, "g"))]
            .flatMap(([, several, one]) => several?.split(",").map((entry) => entry.split(":")[0]) ?? [one]);
        const kept = members.split(",").filter((member) => taken.includes(member.split(":")[0]));
        return kept.length ? `${fill}(${object},{${kept}});` : "";
    });
}

const smallerDagre = {
    name: "smaller-dagre",
    setup({ onLoad }) {
        onLoad({ filter: /dagre\.esm\.js$/ }, async ({ path }) => ({
            contents: withoutUnusedMembers(await readFile(path, "utf8")),
        }));
    },
};

async function bundle(entry, options) {
    const result = await build({
        entryPoints: [here(entry).pathname],
        bundle: true,
        minify: true,
        write: false,
        charset: "utf8",
        legalComments: "none",
        target: ["es2022", "chrome123", "firefox120", "safari17.5"],
        ...options,
    });
    return result.outputFiles[0].text.trim();
}

const script = await bundle("src/main.tsx", {
    format: "iife",
    jsx: "automatic",
    jsxImportSource: "preact",
    plugins: [smallerDagre],
    mangleProps: /^_[a-z]\w+$/, // dagre's own
    reserveProps: /^_(next|prev|sentinel)$/, // these it also writes as texts
});
const style = await bundle("src/style/style.css", {});
const frame = await readFile(here("src/page.html"), "utf8");

// Functions as replacements: a string would have its dollar signs interpreted. A closing tag inside the script would end it.
const page = frame
    .replace("/*style*/", () => style)
    .replace("/*script*/", () => script.replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--"));

const bytes = Buffer.byteLength(page);
if (bytes > largest) throw new Error(`viewer.html has ${bytes} bytes, more than ${largest}`);
if (page.split('<script id="crowfly-data" type="application/json">null</script>').length !== 2)
    throw new Error("viewer.html must hold the data line exactly once");

if (process.argv.includes("--check")) {
    if ((await readFile(here("viewer.html"), "utf8")) !== page)
        throw new Error("viewer.html is older than its sources: npm run build");
} else {
    await writeFile(here("viewer.html"), page);
    console.log(`viewer.html: ${bytes} bytes`);
}
