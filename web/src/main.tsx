// Begins the page: takes the document out of it, draws the panels, listens to the keys.

import { effect } from "@preact/signals";
import { render } from "preact";
import { About } from "./panels/about";
import { beginCoverage, CoveragePanel } from "./panels/coverage";
import { QueryPanel } from "./panels/query";
import { SearchPanel } from "./panels/search";
import { State } from "./panels/state";
import { Steps } from "./panels/steps";
import { Automata } from "./automata/automata";
import { Chart } from "./chart/chart";
import { Gantt, ganttComesFirst } from "./gantt/gantt";
import { Header } from "./header";
import { Help } from "./help";
import { onKey } from "./keys";
import { beginChoices } from "./live/choices";
import { beginLive } from "./live/client";
import { Live } from "./live/live";
import { Queries } from "./live/queries";
import { SourcePanel } from "./live/source";
import { beginWatch, WatchLine } from "./live/watch";
import { ZonePanel } from "./live/zone";
import { loadPage } from "./load";
import { Markers } from "./markers";
import { open, page, printing, theme } from "./store";
import { StructurePanel } from "./structure/structure";
import { Timeline } from "./timeline/timeline";
import { Waves } from "./waves/waves";

const Viewer = () => (
    <>
        <Markers />
        <Header />
        {page.value.structure && !page.value.trace ? <ModelColumn /> : <TraceColumns />}
        <Help />
    </>
);

/** A model without a trace. */
const ModelColumn = () => (
    <main class="columns model">
        <div class="column">
            {!page.value.model.circuit && <Automata />}
            <StructurePanel />
            <About />
        </div>
    </main>
);

const NetworkPanels = () => (
    <>
        {ganttComesFirst.value && <Gantt />}
        <Automata />
        <Timeline />
        {!ganttComesFirst.value && <Gantt />}
        <Chart />
        <StructurePanel />
    </>
);

const TraceColumns = () => (
    <main class="columns">
        <div class="column left">
            <Steps />
        </div>
        <div class="column middle">
            <WatchLine />
            <Queries />
            <Live />
            <SourcePanel />
            {page.value.model.circuit ? <Waves /> : <NetworkPanels />}
        </div>
        <div class="column right">
            <QueryPanel />
            <State />
            <ZonePanel />
            {!page.value.model.circuit && <CoveragePanel />}
            <SearchPanel />
            <About />
        </div>
    </main>
);

const Message = ({ text }: { text: string }) => (
    <main class="message-page">
        <h1>Crowfly</h1>
        <p role="status">{text}</p>
    </main>
);

const nothingHere = "This page holds no trace yet. Crowfly fills it in: crowfly check MODEL QUERY --trace trace.html";

async function begin(root: HTMLElement): Promise<void> {
    const document_ = await loadPage();
    if (!document_) return render(<Message text={nothingHere} />, root);
    const asked = open(document_);
    effect(() => {
        document.title = `${page.value.model.path} – Crowfly`;
        document.documentElement.dataset.theme = theme.value;
    });
    addEventListener("keydown", onKey);
    addEventListener("beforeprint", () => (printing.value = true));
    addEventListener("afterprint", () => (printing.value = false));
    render(<Viewer />, root);
    beginCoverage();
    beginChoices();
    if (document_.live) beginLive(asked);
    beginWatch();
}

const root = document.getElementById("app")!;
begin(root).catch((error: unknown) =>
    render(<Message text={`This page cannot be shown: ${(error as Error).message}`} />, root),
);
