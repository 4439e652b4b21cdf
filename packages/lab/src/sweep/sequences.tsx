/** Which way runs went, as an icicle: a column for each event, as high as it is frequent. A press opens the first run that went so. */
import { percent } from "@carom/figures/geometry";
import type { TextSummary } from "carom/study";
import { useMemo } from "react";

interface Block {
  readonly name: string;
  readonly depth: number;
  readonly from: number;
  readonly part: number;
  readonly run: number;
  /** The whole way up to here. */
  readonly way: string;
}

const COLUMN = 190;
const HEIGHT = 320;
/** Blocks lower than this have no words, px. */
const TOLD = 17;
const DEEPEST = 5;

function blocksOf({ shares }: TextSummary): Block[] {
  const ways = Object.entries(shares).map(([word, { probability, firstRun }]) => ({
    steps: word.split(" > ").slice(0, DEEPEST),
    probability,
    run: firstRun,
  }));
  const blocks: Block[] = [];
  const place = (list: typeof ways, depth: number, from: number, way: string) => {
    const groups = new Map<string, typeof ways>();
    for (const one of list) {
      const name = one.steps[depth];
      if (name === undefined) continue;
      groups.set(name, [...(groups.get(name) ?? []), one]);
    }
    let at = from;
    const sum = (some: typeof ways) => some.reduce((total, { probability }) => total + probability, 0);
    for (const [name, some] of [...groups].sort(([, a], [, b]) => sum(b) - sum(a))) {
      const part = sum(some);
      const whole = way === "" ? name : `${way}, then ${name}`;
      blocks.push({ name, depth, from: at, part, run: some[0].run, way: whole });
      place(some, depth + 1, at, whole);
      at += part;
    }
  };
  place(ways, 0, 0, "");
  return blocks;
}

/** `phone/floor: point 4` as `point 4 on floor`, `compression-end: slides` as `compression ends: slides`. */
export function eventText(text: string): string {
  return text
    .replace(/([^,>/]+)\/([^,>:]+): ((?:point|corner|edge|face)[^,>]*)/g, "$3 on $2")
    .replaceAll("compression-end", "compression ends")
    .replaceAll("slip-stop", "slip stops")
    .replaceAll("slip-start", "slip starts");
}

export function Sequences({ words, onRun }: { readonly words: TextSummary; readonly onRun: (run: number) => void }) {
  const blocks = useMemo(() => blocksOf(words), [words]);
  const deepest = Math.max(...blocks.map(({ depth }) => depth)) + 1;
  return (
    <section className="sequences">
      <h2>What happens, then what</h2>
      <p className="note">Height is how often. Press one to open the first run that went so.</p>
      <div className="icicle-scroll">
        <div className="icicle" style={{ width: COLUMN * deepest, height: HEIGHT }}>
          {blocks
            .filter(({ part }) => part * HEIGHT > 2)
            .map(({ name, depth, from, part, run, way }) => (
              <button
                key={way}
                type="button"
                aria-label={`Open a run: ${eventText(way)}, ${percent(part)}`}
                title={eventText(way)}
                style={{ left: COLUMN * depth, top: HEIGHT * from, width: COLUMN - 2, height: Math.max(2, HEIGHT * part - 1) }}
                onClick={() => onRun(run)}
              >
                {part * HEIGHT >= TOLD && (
                  <>
                    <span>{eventText(name)}</span> <b>{percent(part)}</b>
                  </>
                )}
              </button>
            ))}
        </div>
      </div>
    </section>
  );
}
