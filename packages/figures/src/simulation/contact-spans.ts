/**
 * From when to when contacts are closed, and what they do meanwhile.
 *
 * Events say when a contact closes, opens, sticks and slips; they do not say what it does from the moment it closes. That follows from the
 * next change (what begins to stick has slipped), or from a row of the series within.
 */
import type { RecordedEvent } from "carom/simulation";
import type { SimulationResult } from "carom/study";

export type SpanMode = "stick" | "slip" | "unloaded" | "closed";

export interface Span {
  readonly mode: SpanMode;
  /** s. */
  readonly from: number;
  readonly to: number;
}

export interface ContactLine {
  /** Of a contact, or of a pair. */
  readonly name: string;
  readonly spans: readonly Span[];
  /** Times of impacts in which it pushed, s. */
  readonly impacts: readonly number[];
}

/** point 2 before point 10. */
const NATURAL = new Intl.Collator("en", { numeric: true }).compare;

export function contactLines(result: SimulationResult): ContactLine[] {
  const { events, series, time: end } = result;
  const names = new Set<string>();
  for (const event of events) for (const name of contactsOf(event)) names.add(name);
  for (const { contact } of series.contacts) names.add(contact);
  const sorted = [...names].sort(NATURAL);
  // Where two bodies can touch in one place only, their names say all.
  const alone = (name: string) => sorted.filter((other) => pairOf(other) === pairOf(name)).length === 1;
  return sorted.map((name) => ({
    name: alone(name) ? pairOf(name) : name,
    spans: spansOf(name, result, end),
    impacts: impactsOf(name, events),
  }));
}

function contactsOf(event: RecordedEvent): string[] {
  if (event.kind === "rest" || event.kind === "regime") return [];
  return event.kind === "impact" ? event.contacts.filter(({ impulse }) => impulse[2] > 0).map(({ contact }) => contact) : [event.contact];
}

function impactsOf(name: string, events: readonly RecordedEvent[]): number[] {
  return events.flatMap((event) =>
    event.kind === "impact" && event.contacts.some(({ contact, impulse }) => contact === name && impulse[2] > 0) ? [event.time] : [],
  );
}

function spansOf(name: string, { events, series }: SimulationResult, end: number): Span[] {
  const spans: Span[] = [];
  const rows = series.contacts.filter(({ contact }) => contact === name);
  let open: { mode: SpanMode | undefined; from: number } | undefined;
  const close = (to: number, mode: SpanMode | undefined) => {
    if (open === undefined) return;
    const { from } = open;
    const seen = rows.find(({ row }) => series.time[row] >= from && series.time[row] <= to)?.mode;
    spans.push({ mode: mode ?? open.mode ?? seen ?? "closed", from, to });
    open = undefined;
  };
  for (const event of events) {
    if (event.kind === "impact" || event.kind === "rest" || event.kind === "regime" || event.contact !== name) continue;
    const { kind, time } = event;
    if (kind === "contact") open ??= { mode: undefined, from: time };
    else if (kind === "leave") close(time, undefined);
    else {
      // What now sticks has slipped until now, and the other way round; before the first event it was closed from the beginning.
      const before = kind === "stick" ? "slip" : "stick";
      open ??= { mode: before, from: 0 };
      close(time, open.mode ?? before);
      open = { mode: kind, from: time };
    }
  }
  close(end, undefined);
  return spans;
}

/** The pair that a contact belongs to, as in `box/floor: point 3`. */
export function pairOf(contact: string): string {
  const at = contact.lastIndexOf(": ");
  return at < 0 ? contact : contact.slice(0, at);
}

/** Contacts of one pair as one line: it slips while one of them does. */
export function byPair(lines: readonly ContactLine[]): ContactLine[] {
  const pairs = new Map<string, ContactLine[]>();
  for (const line of lines) pairs.set(pairOf(line.name), [...(pairs.get(pairOf(line.name)) ?? []), line]);
  return [...pairs].map(([name, members]) => ({
    name,
    spans: merged(members.flatMap(({ spans }) => spans)),
    impacts: [...new Set(members.flatMap(({ impacts }) => impacts))].sort((a, b) => a - b),
  }));
}

/** What tells most comes first. */
const RANK: readonly SpanMode[] = ["slip", "stick", "closed", "unloaded"];

/** What most tells of several contacts, instant by instant. */
function merged(spans: readonly Span[]): Span[] {
  const times = [...new Set(spans.flatMap(({ from, to }) => [from, to]))].sort((a, b) => a - b);
  const result: Span[] = [];
  times.slice(1).forEach((to, i) => {
    const from = times[i];
    const modes = spans.filter((span) => span.from <= from && span.to >= to).map(({ mode }) => mode);
    const mode = RANK.find((one) => modes.includes(one));
    if (mode === undefined) return;
    const last = result[result.length - 1];
    if (last?.mode === mode && last.to === from) result[result.length - 1] = { ...last, to };
    else result.push({ mode, from, to });
  });
  return result;
}
