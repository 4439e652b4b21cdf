/** The push of the floor and where the energy is, under the waves and on their clock. */
import { linePath, niceTicks, percent, significant, tickText } from "@carom/figures/geometry";
import { memo } from "react";
import { energyShares, floorForces, type RodScene } from "./film.js";
import type { Place } from "./place.js";

const FORCE = { top: 8, bottom: 76 };
const ENERGY = { top: 96, bottom: 204 };
export const ROWS_HEIGHT = 236;

interface RodRowsProps {
  readonly scene: RodScene;
  readonly place: Place;
}

export const RodRows = memo(function RodRows({ scene, place }: RodRowsProps) {
  const { end } = scene;
  const { x, left, narrow } = place;
  const [factor, unit] = end < 1e-3 ? [1e6, "µs"] : end < 1 ? [1e3, "ms"] : [1, "s"];
  const { values, step } = niceTicks(0, factor * end, narrow ? 3 : 6);
  return (
    <>
      <ForceRow scene={scene} place={place} />
      <EnergyRow scene={scene} place={place} />
      {values.map((value) => (
        <text key={value} className="tick-label" x={x(value / factor)} y={ENERGY.bottom + 20} textAnchor={value === 0 ? "start" : "middle"}>
          {tickText(value, step)} {value === 0 ? "" : unit}
        </text>
      ))}
      <path className="axis-line" d={`M${left},${ENERGY.bottom}H${place.right}`} />
    </>
  );
});

function ForceRow({ scene, place: { x, left, right, narrow } }: RodRowsProps) {
  const { film, density } = scene;
  const forces = floorForces(scene);
  const most = forces.reduce((largest, value) => Math.max(largest, value), 0) || 1;
  const y = (value: number) => FORCE.bottom - ((FORCE.bottom - FORCE.top) * value) / most;
  // The lattice pushes from its first step on: what it pushes with is there at once.
  const points = Array.from(forces, (value, i) => [x(i * film.step), y(i === 0 ? forces[1] : value)] as const);
  const title = narrow ? 12 : 28;
  return (
    <>
      <text className="row-name" x={title} y={FORCE.top + 12}>
        Force
      </text>
      <text className="tick-label" x={title} y={FORCE.top + 28}>
        {density === undefined ? "of the floor" : "of the floor, N"}
      </text>
      <path className="axis-line" d={`M${left},${FORCE.bottom}H${right}`} />
      <path className="line" d={`M${left},${FORCE.bottom}L${linePath(points).slice(1)}`} />
      {density !== undefined && (
        <text className="word strong" x={left + 8} y={y(forces[1]) + 18}>
          {significant(forces[1], 4)} N at once
        </text>
      )}
    </>
  );
}

function EnergyRow({ scene, place: { x, left, right, narrow } }: RodRowsProps) {
  const { film } = scene;
  const { stored, left: total } = energyShares(scene);
  const moving = total.map((value, i) => value - stored[i]);
  const lowest = Math.min(0, ...moving);
  const y = (share: number) => ENERGY.bottom - ((ENERGY.bottom - ENERGY.top) * (share - lowest)) / (1 - lowest);
  const line = (shares: Float64Array) => Array.from(shares, (share, i) => `${x(i * film.step).toFixed(1)},${y(share).toFixed(1)}`);
  const [all, rest] = [line(total), line(moving)];
  const last = film.frames - 1;
  const lost = 1 - total[last];
  const densest = stored.reduce((best, value, i) => (value > stored[best] ? i : best), 0);
  const title = narrow ? 12 : 28;
  return (
    <>
      <text className="row-name" x={title} y={ENERGY.top + 14}>
        Energy
      </text>
      <text className="tick-label" x={title} y={ENERGY.top + 30}>
        of motion, height
      </text>
      <defs>
        <pattern id="rod-stored" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path className="stored-hatch" d="M0,0V6" />
        </pattern>
      </defs>
      <path className="lost-share" d={`M${left},${y(1)}H${right}L${[...all].reverse().join("L")}Z`} />
      <path className="stored-share" fill="url(#rod-stored)" d={`M${all.join("L")}L${[...rest].reverse().join("L")}Z`} />
      <path className="moving-share" d={`M${rest.join("L")}L${right},${y(lowest)}H${left}Z`} />
      <text className="word strong kept halo" x={left + 8} y={y(lowest) - 8}>
        moving
      </text>
      {stored[densest] > 0.3 && (
        <text
          className="word strong kept halo"
          x={x(densest * film.step)}
          y={y(total[densest] - 0.4 * stored[densest])}
          textAnchor="middle"
        >
          stored in the rod
        </text>
      )}
      {!narrow && (
        <>
          {lost > 0.001 && (
            <text className="word strong lost" x={right + 12} y={y(1) + 12}>
              damping {percent(lost)}
            </text>
          )}
          <text className="word strong kept" x={right + 12} y={y(lowest) - 4}>
            left {percent(total[last])}
          </text>
        </>
      )}
    </>
  );
}
