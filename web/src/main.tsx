// Begins the page: takes the document out of it, draws the panels, listens to the keys.

import { effect } from "@preact/signals";
import { render } from "preact";
import { About } from "./panels/about";
import { beginCoverage, CoveragePanel } from "./panels/coverage";
import { QueryBar, TruthPanel } from "./panels/query";
import { SearchPanel } from "./panels/search";
import { State } from "./panels/state";
import { Steps } from "./panels/steps";
import { Automata } from "./automata/automata";
import { Chart } from "./chart/chart";
import { Gantt, ganttComesFirst } from "./gantt/gantt";
import { Header } from "./header";
import { fileName } from "./describe";
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
import { narrow } from "./narrow";
import { hasAutomata, open, page, printing, theme } from "./store";
import { StructurePanel } from "./structure/structure";
import { StepTable } from "./table/table";
import { Tabs } from "./tabs";
import { Timeline } from "./timeline/timeline";
import { Waves } from "./waves/waves";

const Viewer = () => (
    <>
        <Markers />
        <Header />
        <QueryBar />
        <Panels />
        <Help />
    </>
);

function Panels() {
    if (page.value.structure && !page.value.trace) return <ModelColumn />;
    return narrow.value && !printing.value ? <Tabs panels={tabPanels()} /> : <TraceColumns />;
}

/** A model without a trace. */
const ModelColumn = () => (
    <main class="columns model">
        <div class="column">
            {hasAutomata.value && <Automata />}
            <StructurePanel />
            <About />
        </div>
    </main>
);

const Walk = () => (
    <div class="walk">
        <WatchLine />
        <Queries />
        <Live />
        <SourcePanel />
    </div>
);

const Values = () => (
    <>
        <State />
        <ZonePanel />
        {hasAutomata.value && <CoveragePanel />}
        <SearchPanel />
        <About />
    </>
);

/** The panels of a narrow page, by tabs. */
const tabPanels = () => ({
    steps: () => (
        <>
            <Walk />
            <Steps />
        </>
    ),
    ...(hasAutomata.value ? networkTabs : wavesTab),
    state: () => (
        <>
            <TruthPanel />
            <Values />
        </>
    ),
});

const networkTabs = {
    automata: () => (
        <>
            <Automata />
            <StructurePanel />
        </>
    ),
    time: () => (
        <>
            <Timeline />
            <Gantt />
            <Chart />
            <StepTable />
        </>
    ),
};

const wavesTab = {
    time: () => (
        <>
            <Waves />
            <StepTable />
        </>
    ),
};

/** Drawings and charts to scroll, and below them, always in sight, the timeline. */
const NetworkColumn = () => (
    <div class="column middle docked">
        <div class="above">
            <Walk />
            {ganttComesFirst.value && <Gantt />}
            <Automata />
            {!ganttComesFirst.value && <Gantt />}
            <Chart />
            <StepTable />
            <StructurePanel />
        </div>
        <div class="dock">
            <Timeline />
        </div>
    </div>
);

/** Of a circuit, or a planning task. */
const WavesColumn = () => (
    <div class="column middle">
        <Walk />
        <Waves />
        <StepTable />
    </div>
);

const TraceColumns = () => (
    <main class="columns">
        <div class="column left">
            <Steps />
        </div>
        {hasAutomata.value ? <NetworkColumn /> : <WavesColumn />}
        <div class="column right">
            <Values />
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
        document.title = `${fileName(page.value.model.path)} – Crowfly`;
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
