/** A rod or a plate that falls on the floor, end after end: the sequence of impacts as bars. */
import { percent, significant, textWidth } from "@carom/figures/geometry";
import type { ClatterStudy } from "carom/study";
import { useState } from "react";
import { ViewBar } from "../shell/view-bar.js";
import { Slider } from "../ui/slider.js";
import { useSize } from "../ui/use-size.js";
import { useResult } from "../views/use-result.js";
import type { ViewProps } from "../views/view.js";
import "./clatter.css";

interface Strike {
  /** Which end or corner. */
  readonly where: string;
  readonly up: boolean;
  readonly time: number;
  readonly impulse: number;
  readonly approachSpeed: number;
  readonly angle: number;
  readonly energyLoss: number;
}

const ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];

export function Clatter({ study, onStudy }: ViewProps<ClatterStudy>) {
  const { result, failure } = useResult(study);
  const shown = result?.kind === "clatter" ? result : undefined;
  const [lit, setLit] = useState<number>();
  const sequence = shown?.rod ?? shown?.plate;
  const strikes: Strike[] =
    shown?.rod?.impacts.map(({ end, angle, ...impact }) => ({ ...impact, angle, where: `end ${end}`, up: end === "A" })) ??
    shown?.plate?.impacts.map(({ corner, tilt, ...impact }) => ({
      ...impact,
      angle: tilt,
      where: `corner ${corner}`,
      up: corner.startsWith("+"),
    })) ??
    [];
  const hardest = strikes.reduce((best, { impulse }, i) => (impulse > strikes[best].impulse ? i : best), 0);
  const fall = study.rod ?? study.plate;
  const change = (restitution: number) =>
    onStudy(
      study.rod === undefined ? { ...study, plate: { ...study.plate!, restitution } } : { ...study, rod: { ...study.rod, restitution } },
    );
  const before = sequence === undefined ? 0 : ((sequence as { energyBefore?: number }).energyBefore ?? 0);
  const after = sequence === undefined ? 0 : ((sequence as { energyAfter?: number }).energyAfter ?? 0);
  return (
    <>
      <ViewBar study={study} subtitle={study.rod === undefined ? "a plate on the floor" : "a rod on the floor"} />
      <main
        className={failure === undefined ? "column-view clatter" : "column-view clatter stale"}
        data-impulses={strikes.map(({ impulse }) => impulse).join(" ")}
      >
        <header className="view-sentence">
          <h1 aria-live="polite">
            {failure !== undefined ? (
              <span className="view-error">{failure.message}</span>
            ) : strikes.length === 0 ? (
              ""
            ) : strikes.length === 1 ? (
              "One hit, and it is gone."
            ) : (
              `The ${ORDINALS[hardest] ?? `${hardest + 1}th`} hit is the hardest, ${significant(strikes[hardest].impulse / strikes[0].impulse, 3)} times the first.`
            )}
          </h1>
          {sequence !== undefined && (
            <p>
              {strikes.length} impacts; {sequence.status.replace(/-/g, " ")}.{" "}
              <b className="kept-text">{percent(before > 0 ? after / before : 0)}</b> of the kinetic energy is kept.
              {shown?.floor !== undefined && (
                <> On the floor that yields the first corner takes {significant(shown.floor.impulseRatio, 4)} times the impulse.</>
              )}
            </p>
          )}
        </header>
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
        <StrikeTable strikes={strikes} />
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

const MOST_LINES = 40;

function StrikeTable({ strikes }: { readonly strikes: readonly Strike[] }) {
  return (
    <div className="table-scroll">
      <table className="numbers columns">
        <thead>
          <tr>
            <th>impact</th>
            <th>where</th>
            <th>time, ms</th>
            <th>angle, °</th>
            <th>approach, m/s</th>
            <th>impulse, N s</th>
            <th>lost, J</th>
          </tr>
        </thead>
        <tbody>
          {strikes.slice(0, MOST_LINES).map(({ where, time, angle, approachSpeed, impulse, energyLoss }, i) => (
            <tr key={time}>
              <td>{i + 1}</td>
              <td>{where}</td>
              <td>{significant(1000 * time, 5)}</td>
              <td>{significant((180 / Math.PI) * angle, 4)}</td>
              <td>{significant(approachSpeed, 4)}</td>
              <td>{significant(impulse, 5)}</td>
              <td>{significant(energyLoss, 3)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {strikes.length > MOST_LINES && <p className="caption">and {strikes.length - MOST_LINES} more</p>}
    </div>
  );
}
