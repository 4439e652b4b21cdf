/** One panel for all that can be selected in a run: the run itself, a body, a contact, an impact. */
import { percent, significant } from "@carom/figures/geometry";
import { memo, useMemo, useState } from "react";
import { lawAtHand } from "../laws/brought-laws.js";
import { COMPARED, shownLaw } from "../laws/laws.js";
import type { Line } from "../player/contact-rows.js";
import type { OpenedImpact } from "../player/opened.js";
import { hardestContact, impulseOf, type Run } from "../player/run.js";
import { bodyNumbers, contactNumbers, impactNumbers, type PanelNumber, runNumbers } from "./quantities.js";
import type { Selection } from "./selection.js";
import { SlipPicture } from "./slip-picture.js";
import { type Copied, canBeChanged, WhatIf, type WhatIfProps } from "./what-if.js";
import "./inspect.css";

export interface InspectPanelProps {
  readonly run: Run;
  readonly selection: Selection | undefined;
  readonly lines: readonly Line[];
  /** The inside of the impact that is selected, where it can be solved by itself. */
  readonly inside: OpenedImpact | "to come" | undefined;
  /** Rows that the timeline has. */
  readonly rows: readonly string[];
  readonly onRow: (id: string) => void;
  readonly onSelect: (selection: Selection | undefined) => void;
  readonly onOpen: (impact: number) => void;
  /** @param copy of the impact, changed, to be opened in its place */
  readonly onWide: (impact: number, copy?: Copied) => void;
  /** Of the study's law. */
  readonly options: (law: string) => WhatIfProps["options"];
}

const belongs = (contact: string, name: string) => contact === name || contact.startsWith(`${name}: `);
const plain = (contact: string) => contact.replace("/", " on ");

export const InspectPanel = memo(function InspectPanel(props: InspectPanelProps) {
  const { run, selection } = props;
  return (
    <aside className="inspect-panel" aria-label="What is selected" data-selected={selection?.kind ?? "run"}>
      <Crumbs {...props} />
      {selection === undefined ? (
        <RunPart {...props} />
      ) : selection.kind === "impact" ? (
        <ImpactPart key={selection.index} {...props} index={selection.index} />
      ) : selection.kind === "body" ? (
        <BodyPart {...props} name={selection.name} />
      ) : (
        <ContactPart {...props} name={selection.name} />
      )}
      {run.result === undefined && <p className="caption">so far: the run goes on</p>}
    </aside>
  );
});

/** The path to what is selected; each part leads there. */
function Crumbs({ run, selection, lines, onSelect }: InspectPanelProps) {
  const contact =
    selection?.kind === "impact" ? lineOf(run, selection.index, lines) : selection?.kind === "contact" ? selection.name : undefined;
  const body = selection?.kind === "body" ? selection.name : contact?.split(/[/:]/)[0];
  return (
    <nav className="crumbs" aria-label="Where this is">
      <Crumb words="the run" to={undefined} here={selection === undefined} onSelect={onSelect} />
      {body !== undefined && run.series.bodies[body] !== undefined && (
        <Crumb words={body} to={{ kind: "body", name: body }} here={selection?.kind === "body"} onSelect={onSelect} />
      )}
      {contact !== undefined && (
        <Crumb words={plain(contact)} to={{ kind: "contact", name: contact }} here={selection?.kind === "contact"} onSelect={onSelect} />
      )}
      {selection?.kind === "impact" && (
        <Crumb words={`impact ${selection.index + 1} of ${run.impacts.length}`} to={selection} here onSelect={onSelect} />
      )}
    </nav>
  );
}

interface CrumbProps {
  readonly words: string;
  readonly to: Selection | undefined;
  readonly here: boolean;
  readonly onSelect: InspectPanelProps["onSelect"];
}

function Crumb({ words, to, here, onSelect }: CrumbProps) {
  return (
    <button type="button" aria-current={here ? "true" : undefined} onClick={() => onSelect(to)}>
      {words}
    </button>
  );
}

/** The row of the timeline in which an impact's hardest contact is. */
export function lineOf({ impacts }: Run, index: number, lines: readonly Line[]): string {
  const { contact } = hardestContact(impacts[index]);
  return (lines.find(({ name }) => name === contact) ?? lines.find(({ name }) => belongs(contact, name)))?.name ?? contact;
}

function Numbers({ numbers, rows, onRow }: { readonly numbers: readonly PanelNumber[] } & Pick<InspectPanelProps, "rows" | "onRow">) {
  if (numbers.length === 0) return null;
  return (
    <section className="panel-numbers">
      <h3>
        Numbers <span>any of them becomes a row</span>
      </h3>
      <ul>
        {numbers.map(({ id, words, text }) => (
          <li key={id}>
            <span>{words}</span>
            <b>{text}</b>
            <button
              type="button"
              aria-pressed={rows.includes(id)}
              aria-label={`${words}: a row of the timeline`}
              data-row-of={id}
              onClick={() => onRow(id)}
            >
              <svg className="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
                <path d="M2 4.500h12M2 8h12M2 11.500h12" />
              </svg>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function ImpactPart({ run, index, inside: found, rows, onRow, onWide, options }: InspectPanelProps & { readonly index: number }) {
  const inside = found === "to come" ? undefined : found;
  const [asks, setAsks] = useState(false);
  const impact = run.impacts[index];
  const { energy, contacts, law } = impact;
  const pushing = contacts.filter(({ impulse }) => impulse[2] > 0);
  const { slip } = hardestContact(impact);
  const [word, className] =
    slip === "sticks"
      ? ["sticks", "stick-text"]
      : slip === "frictionless"
        ? ["meets no friction", ""]
        : [slip === "restarts" ? "slips again" : "slips", "slip-text"];
  const share = (value: number) => (energy.before > 0 ? percent(value / energy.before) : "0 %");
  return (
    <>
      <h2>
        {pushing.length > 1 ? `${pushing.length} contacts push at once; the hardest ` : "It "}
        <span className={className}>{word}</span>
        {slip === "slides" ? " to the end." : "."}
      </h2>
      <p className="panel-words">
        Friction takes <b className="slip-text">{share(energy.frictionLoss)}</b>, restitution{" "}
        <b className="restitution-text">{share(energy.restitutionLoss)}</b>; <b className="kept-text">{share(energy.after)}</b> of what
        moves is kept. At {significant(impact.time, 4)} s, by the law {shownLaw(impact.law).name.toLowerCase()}.
      </p>
      {inside !== undefined && asks && (
        <WhatIf
          problem={inside.problem}
          law={law}
          options={options(law)}
          onWide={(copy) => onWide(index, copy)}
          onClose={() => setAsks(false)}
        />
      )}
      {inside?.track !== undefined && !asks && <SlipPicture track={inside.track} />}
      <Numbers numbers={impactNumbers(run, index)} rows={rows} onRow={onRow} />
      {inside !== undefined && <Laws inside={inside} />}
      <div className="panel-actions">
        <button type="button" className="button solid" disabled={inside === undefined} onClick={() => onWide(index)}>
          Open wide
        </button>
        {inside !== undefined && canBeChanged({ problem: inside.problem, law }) && !asks && (
          <button type="button" className="button" onClick={() => setAsks(true)}>
            What if
          </button>
        )}
      </div>
      {found === undefined && <p className="caption">It was not one problem under one law, so it cannot be opened by itself.</p>}
    </>
  );
}

/** What the laws of the textbooks would keep of the energy. */
function Laws({ inside: { problem } }: { readonly inside: OpenedImpact }) {
  const rows = useMemo(
    () =>
      COMPARED.flatMap((name) => {
        try {
          const law = lawAtHand(name);
          if (law === undefined || law.inapplicable(problem) !== undefined) return [];
          const { energy } = law.solve(problem);
          return [{ name, kept: energy.after / energy.before }];
        } catch {
          return [];
        }
      }),
    [problem],
  );
  if (rows.length < 2) return null;
  return (
    <section className="panel-laws">
      <h3>
        Laws <span>energy kept</span>
      </h3>
      <ul>
        {rows.map(({ name, kept }) => (
          <li key={name}>
            <span>{shownLaw(name).name}</span>
            <svg width="110" height="12" aria-hidden="true">
              <rect className="lost" width="100" height="12" />
              <rect className="kept" width={100 * Math.min(1, Math.max(0, kept))} height="12" />
              {kept > 1 && <rect className="created" x="100" width={Math.min(10, 100 * (kept - 1))} height="12" />}
            </svg>
            <b className={kept > 1 + 1e-9 ? "created-text" : "kept-text"}>{percent(kept)}</b>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Impacts that are told by name. */
const MOST_HITS = 6;

function Hits({
  run,
  indices,
  onOpen,
}: {
  readonly run: Run;
  readonly indices: readonly number[];
  readonly onOpen: (impact: number) => void;
}) {
  const hardest = [...indices].sort((a, b) => impulseOf(run.impacts[b]) - impulseOf(run.impacts[a])).slice(0, MOST_HITS);
  if (hardest.length === 0) return null;
  return (
    <section className="panel-hits">
      <h3>
        Hardest hits <span>{indices.length > MOST_HITS ? `of ${indices.length}` : ""}</span>
      </h3>
      <ul>
        {hardest.map((index) => {
          const impact = run.impacts[index];
          return (
            <li key={index}>
              <button type="button" data-impact={index + 1} onClick={() => onOpen(index)}>
                <span>
                  {index + 1}. {plain(hardestContact(impact).contact.split(":")[0])}
                </span>
                <b>{significant(impulseOf(impact), 3)} N s</b>
                <em>{significant(impact.time, 4)} s</em>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function RunPart({ run, rows, onRow, onOpen }: InspectPanelProps) {
  return (
    <>
      <h2 className="visually-hidden">The whole run</h2>
      <p className="panel-words">
        Press a body in the picture, the name of a contact or an impact&rsquo;s tick: this panel is about it then.
      </p>
      <Hits run={run} indices={[...run.impacts.keys()]} onOpen={onOpen} />
      <Numbers numbers={runNumbers(run)} rows={rows} onRow={onRow} />
    </>
  );
}

function BodyPart({ run, name, lines, rows, onRow, onOpen, onSelect }: InspectPanelProps & { readonly name: string }) {
  const own = lines.filter((line) => line.name.split(/[/:]/).slice(0, 2).includes(name));
  const indices = run.impacts.flatMap(({ contacts }, i) =>
    contacts.some(({ between, impulse }) => between.includes(name) && impulse[2] > 0) ? [i] : [],
  );
  return (
    <>
      <h2>{name}</h2>
      <p className="panel-words">
        {indices.length === 0 ? "Nothing strikes it." : `Struck ${indices.length} time${indices.length === 1 ? "" : "s"}.`}
      </p>
      <Numbers numbers={bodyNumbers(run, name)} rows={rows} onRow={onRow} />
      {own.length > 0 && (
        <section className="panel-hits">
          <h3>Touches</h3>
          <ul>
            {own.slice(0, 12).map((line) => (
              <li key={line.name}>
                <button type="button" onClick={() => onSelect({ kind: "contact", name: line.name })}>
                  <span>{plain(line.name)}</span>
                  <b>{line.impacts.length === 0 ? "" : `${line.impacts.length} hits`}</b>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <Hits run={run} indices={indices} onOpen={onOpen} />
    </>
  );
}

function ContactPart({ run, name, lines, rows, onRow, onOpen }: InspectPanelProps & { readonly name: string }) {
  const line = lines.find((one) => one.name === name);
  const lasting = { slip: 0, stick: 0 };
  for (const { mode, from, to } of line?.spans ?? []) if (mode === "slip" || mode === "stick") lasting[mode] += to - from;
  const indices = run.impacts.flatMap(({ contacts }, i) =>
    contacts.some(({ contact, impulse }) => belongs(contact, name) && impulse[2] > 0) ? [i] : [],
  );
  return (
    <>
      <h2>{plain(name)}</h2>
      <p className="panel-words">
        Struck {indices.length} times; slips for <b className="slip-text">{significant(lasting.slip, 3)} s</b>, rests or rolls for{" "}
        <b className="stick-text">{significant(lasting.stick, 3)} s</b>.
      </p>
      <Numbers numbers={contactNumbers(run, name)} rows={rows} onRow={onRow} />
      <Hits run={run} indices={indices} onOpen={onOpen} />
    </>
  );
}
