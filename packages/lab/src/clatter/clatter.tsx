/** A rod or a plate that falls on the floor, end after end: the sequence of impacts as bars. */
import { percent, significant, textWidth } from "@carom/figures/geometry";
import type { ClatterResult, ClatterStudy } from "carom/study";
import { useMemo, useState } from "react";
import { ViewBar } from "../shell/view-bar.js";
import { ResultHeader } from "../ui/result-header.js";
import { ResultTable } from "../ui/result-table.js";
import { Slider } from "../ui/slider.js";
import { useSize } from "../ui/use-size.js";
import { useResult } from "../views/use-result.js";
import type { ViewProps } from "../views/view.js";
import { tableOf, wordsOf } from "../views/words.js";
import "./clatter.css";

interface Strike {
  /** Which end or corner. */
  readonly where: string;
  readonly up: boolean;
  readonly time: number;
  readonly impulse: number;
}

function strikesOf({ rod, plate }: ClatterResult): Strike[] {
  return [
    ...(rod?.impacts ?? []).map(({ end, time, impulse }) => ({ time, impulse, where: `end ${end}`, up: end === "A" })),
    ...(plate?.impacts ?? []).map(({ corner, time, impulse }) => ({
      time,
      impulse,
      where: `corner ${corner}`,
      up: corner.startsWith("+"),
    })),
  ];
}

export function Clatter({ study, onStudy }: ViewProps<ClatterStudy>) {
  const { result, failure } = useResult(study);
  const [lit, setLit] = useState<number>();
  const sequence = result?.rod ?? result?.plate;
  const strikes = useMemo(() => (result === undefined ? [] : strikesOf(result)), [result]);
  const words = useMemo(() => (result === undefined ? undefined : wordsOf(result)), [result]);
  const table = useMemo(() => (result === undefined ? undefined : tableOf(result, "impacts")), [result]);
  const hardest = strikes.reduce((best, { impulse }, i) => (impulse > strikes[best].impulse ? i : best), 0);
  const fall = study.rod ?? study.plate;
  const change = (restitution: number) =>
    onStudy(
      study.rod === undefined ? { ...study, plate: { ...study.plate!, restitution } } : { ...study, rod: { ...study.rod, restitution } },
    );
  return (
    <>
      <ViewBar study={study} subtitle={study.rod === undefined ? "a plate on the floor" : "a rod on the floor"} />
      <main
        className={failure === undefined ? "column-view clatter" : "column-view clatter stale"}
        data-impulses={strikes.map(({ impulse }) => impulse).join(" ")}
      >
        <ResultHeader words={words} failure={failure?.message}>
          {sequence !== undefined && sequence.energyBefore > 0 && (
            <>
              <b className="kept-text">{percent(sequence.energyAfter / sequence.energyBefore)}</b> of the kinetic energy is kept.
            </>
          )}
        </ResultHeader>
        <StrikeBars strikes={strikes} lit={lit ?? hardest} onLight={setLit} />
        {fall !== undefined && (
          <div className="inputs">
            <Slider
              label="Restitution"
              symbol="e"
              value={fall.restitution}
              least={0}
              most={1}
              step={0.01}
              text={fall.restitution.toFixed(2)}
              onChange={change}
            />
          </div>
        )}
        {table !== undefined && <ResultTable table={table} />}
      </main>
    </>
  );
}

function StrikeBars({
  strikes,
  lit,
  onLight,
}: {
  readonly strikes: readonly Strike[];
  readonly lit: number;
  readonly onLight: (strike: number | undefined) => void;
}) {
  const [element, size] = useSize<HTMLDivElement>();
  const width = size?.width ?? 0;
  const height = 300;
  const last = Math.max(...strikes.map(({ time }) => time), 1e-300);
  const largest = Math.max(...strikes.map(({ impulse }) => impulse), 1e-300);
  const x = (time: number) => 60 + (time / last) * (width - 160);
  // Numbers on all of them where they have room.
  const few = strikes.every(({ time }, i) => i === 0 || x(time) - x(strikes[i - 1].time) > 84);
  return (
    <div className="strike-bars" ref={element}>
      {width > 0 && strikes.length > 0 && (
        <svg width={width} height={height} role="img" aria-label={`${strikes.length} impacts, impulse against time`}>
          <path className="zero" d={`M0,${height / 2}H${width}`} />
          <text className="axis-name" x="0" y={height / 2 - 10}>
            {strikes.find(({ up }) => up)?.where ?? ""}
          </text>
          <text className="axis-name" x="0" y={height / 2 + 20}>
            {strikes.find(({ up }) => !up)?.where ?? ""}
          </text>
          {strikes.map(({ time, impulse, up, where }, i) => {
            const length = (impulse / largest) * (height / 2 - 30);
            return (
              <g
                key={time}
                className={lit === i ? "strike lit" : "strike"}
                onPointerEnter={() => onLight(i)}
                onPointerLeave={() => onLight(undefined)}
              >
                <rect x={x(time) - 5} y={up ? height / 2 - length : height / 2} width="10" height={Math.max(1, length)} />
                {(lit === i || few) && (
                  <Words
                    text={
                      lit === i
                        ? `${where}: ${significant(impulse, 4)} N s at ${significant(1000 * time, 4)} ms`
                        : `${significant(impulse, 4)} N s`
                    }
                    x={x(time)}
                    y={up ? height / 2 - length + 10 : height / 2 + length}
                    width={width}
                  />
                )}
              </g>
            );
          })}
        </svg>
      )}
    </div>
  );
}

/** Right of a bar, or left of it, wherever there is room; else under it. */
function Words({ text, x, y, width }: { readonly text: string; readonly x: number; readonly y: number; readonly width: number }) {
  const wide = textWidth(text, 12) + 12;
  const right = x + wide < width;
  const left = !right && x > wide;
  const place = right ? { x: x + 12, y } : left ? { x: x - 12, y, textAnchor: "end" as const } : { x: width - wide + 12, y: y + 18 };
  return (
    <text className="halo" {...place}>
      {text}
    </text>
  );
}
