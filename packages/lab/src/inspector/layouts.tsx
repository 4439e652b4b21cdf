/** The parts of the inspector in three columns, or under tabs on a phone. */
import type { ReactNode } from "react";
import type { At } from "./cursor.js";
import type { Inspected } from "./model.js";
import { usePlotFrame } from "./plots/frame.js";
import { ModeStrip } from "./plots/mode-strip.js";

export interface InspectorParts {
  readonly sentence: ReactNode;
  readonly hodograph: ReactNode;
  readonly inputs: ReactNode;
  readonly rows: ReactNode;
  readonly stage: ReactNode;
  readonly seen: ReactNode;
  readonly plots: (show: "all" | "energy" | "motion") => ReactNode;
}

interface LayoutProps {
  readonly parts: InspectorParts;
  readonly stale: boolean;
  /** Attributes that hold results, in full. */
  readonly data: Readonly<Record<`data-${string}`, string>>;
}

export function DeskLayout({ parts: { sentence, hodograph, inputs, rows, stage, seen, plots }, stale, data }: LayoutProps) {
  return (
    <main className={stale ? "inspector stale" : "inspector"} {...data}>
      <aside className="rail" aria-label="Bodies and inputs">
        {stage}
        {inputs}
        {seen}
      </aside>
      <section className="centre">
        {sentence}
        {hodograph}
        {rows}
      </section>
      <aside className="side" aria-label="Plots">
        {plots("all")}
      </aside>
    </main>
  );
}

const TABS = ["Inputs", "Energy", "Motion", "Laws", "Bodies"] as const;
type Tab = (typeof TABS)[number];

interface PhoneLayoutProps extends LayoutProps {
  /** Between the picture and the tabs. */
  readonly strip: ReactNode;
  /** As the address names it. */
  readonly tab: string | undefined;
  readonly onTab: (tab: string | undefined) => void;
}

export function PhoneLayout({ parts, stale, data, strip, tab, onTab }: PhoneLayoutProps) {
  const chosen: Tab = TABS.find((name) => name.toLowerCase() === tab) ?? "Inputs";
  return (
    <main className={stale ? "inspector phone stale" : "inspector phone"} {...data}>
      {parts.sentence}
      {parts.hodograph}
      {strip}
      <div className="tabs" role="tablist">
        {TABS.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            aria-selected={name === chosen}
            onClick={() => onTab(name === "Inputs" ? undefined : name.toLowerCase())}
          >
            {name}
          </button>
        ))}
      </div>
      <div className="panel" role="tabpanel" aria-label={chosen}>
        {panelOf(chosen, parts)}
      </div>
    </main>
  );
}

function panelOf(tab: Tab, { inputs, rows, stage, seen, plots }: InspectorParts): ReactNode {
  const panels: Readonly<Record<Tab, () => ReactNode>> = {
    Inputs: () => inputs,
    Energy: () => plots("energy"),
    Motion: () => plots("motion"),
    Laws: () => rows,
    Bodies: () => (
      <>
        {stage}
        {seen}
      </>
    ),
  };
  return panels[tab]();
}

interface PhoneStripProps {
  readonly inspected: Inspected;
  readonly at: At;
  readonly onCursor: (impulse: number) => void;
}

/** Modes of the impact, with the cursor. */
export function PhoneStrip({ inspected, at, onCursor }: PhoneStripProps) {
  const [element, frame] = usePlotFrame(inspected.results, true);
  const { track } = inspected.chosen;
  return (
    <div ref={element} className="phone-strip">
      {track !== undefined && frame.width > 0 && (
        <ModeStrip
          track={track}
          at={at}
          frame={{ ...frame, left: 0, right: 10, most: track.end.normalImpulse * 1.02 }}
          onCursor={onCursor}
          compact
        />
      )}
    </div>
  );
}
