/**
 * A drop test: every way the body can point down, as two discs of equal area (Lambert: radius sqrt(1 - z)), a dot a run, more ink is more.
 * A press opens that drop.
 */
import { significant } from "@carom/figures/geometry";
import type { ResultOf } from "carom/study";
import { useMemo, useState } from "react";
import { Quaternion, Vector3 } from "three";
import { MapKey } from "./map-key.js";
import { painterOf } from "./painter.js";

interface Dot {
  readonly run: number;
  readonly value: number;
  readonly upper: boolean;
  readonly x: number;
  readonly y: number;
}

type Result = ResultOf<"sweep">;

/** Undefined where no orientation is varied, or the measure is no number. */
export function dotsOf({ entries, table, sample }: Result, measure: string): readonly Dot[] | undefined {
  const entry = entries.find(({ columns }) => columns.length === 4);
  const rows = table ?? sample;
  const values = rows[measure];
  if (entry === undefined || values === undefined) return undefined;
  const parts = entry.columns.map((column) => rows[column]);
  const turn = new Quaternion();
  const dots = values.flatMap((value, i): Dot[] => {
    if (typeof value !== "number") return [];
    turn.set(Number(parts[0][i]), Number(parts[1][i]), Number(parts[2][i]), Number(parts[3][i])).conjugate();
    const down = new Vector3(0, 0, -1).applyQuaternion(turn);
    const upper = down.z >= 0;
    const stretch = 1 / Math.sqrt(1 + Math.abs(down.z));
    const run = typeof rows.run?.[i] === "number" ? (rows.run[i] as number) : i;
    return [{ run, value, upper, x: (upper ? down.x : -down.x) * stretch, y: down.y * stretch }];
  });
  return dots.length === 0 ? undefined : dots;
}

const RADIUS = 170;
const STEP = 2 * RADIUS + 60;

interface SpherePictureProps {
  readonly dots: readonly Dot[];
  readonly measure: string;
  readonly unit: string | undefined;
  readonly onRun: (run: number) => void;
}

export function SpherePicture({ dots, measure, unit, onRun }: SpherePictureProps) {
  const painter = useMemo(() => painterOf({ cells: [dots.map(({ value }) => value)] }), [dots]);
  const ordered = useMemo(() => [...dots].sort((a, b) => a.value - b.value), [dots]);
  const worst = ordered[ordered.length - 1];
  const [over, setOver] = useState<Dot>();
  const shown = over ?? worst;
  const text = (value: number) => `${significant(value, 4)}${unit === undefined ? "" : ` ${unit}`}`;
  const centre = ({ upper }: Dot) => 30 + RADIUS + (upper ? 0 : STEP);
  return (
    <section className="sphere-picture">
      <h2>{measure} by what points down</h2>
      <p className="note">
        {shown === worst ? "The worst" : "This one"}: {text(shown.value)}, run {shown.run}. Press a dot to open that drop.
      </p>
      <svg
        viewBox={`0 0 ${2 * STEP + 20} ${2 * RADIUS + 70}`}
        role="img"
        aria-label={`${measure} of ${dots.length} drops; largest ${text(worst.value)}`}
      >
        {[0, 1].map((half) => (
          <g key={half} transform={`translate(${30 + RADIUS + half * STEP},${RADIUS + 26})`}>
            <circle className="rim" r={RADIUS} />
            <text className="rim-name" y={RADIUS + 30} textAnchor="middle">
              {half === 0 ? "falls on its +z side" : "falls on its −z side"}
            </text>
            <text className="rim-name" y={-RADIUS - 8} textAnchor="middle">
              +y
            </text>
            <text className="rim-name" x={RADIUS + 6} y="4">
              {half === 0 ? "+x" : "−x"}
            </text>
          </g>
        ))}
        {ordered.map((dot) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: the buttons below open the same runs by key.
          <circle
            key={dot.run}
            className={`drop ${painter.tone(dot.value)}${dot === shown ? " shown" : ""}`}
            cx={centre(dot) + dot.x * RADIUS}
            cy={RADIUS + 26 - dot.y * RADIUS}
            r={dots.length > 400 ? 4 : 7}
            onPointerEnter={() => setOver(dot)}
            onClick={() => onRun(dot.run)}
          />
        ))}
      </svg>
      <MapKey painter={painter} />
      <p className="opens">
        <button type="button" className="button solid" onClick={() => onRun(worst.run)}>
          Open the worst drop
        </button>
        <button type="button" className="button" onClick={() => onRun(ordered[0].run)}>
          Open the mildest
        </button>
      </p>
    </section>
  );
}
