/**
 * Where the energy of a run is, step by step: kept (kinetic and height), lost to friction, lost to restitution. Impacts are steps at their
 * instant, not slopes between rows.
 */
import type { RecordedImpact } from "carom/simulation";
import type { Run } from "./run.js";

export interface EnergyPoint {
  readonly time: number;
  /** Shares of all there is to share out. */
  readonly kept: number;
  readonly friction: number;
  readonly restitution: number;
  /** Taken out by loads such as rolling resistance, or not put in by them yet. */
  readonly loads: number;
}

export interface EnergyBand {
  readonly points: readonly EnergyPoint[];
  /** 100 %, J: kinetic energy at the beginning, and height above the lowest there is; and what loads put in. */
  readonly all: number;
  /** By place among the impacts: the points right before and right after it. */
  readonly impacts: readonly { readonly before: EnergyPoint; readonly after: EnergyPoint }[];
}

const lostIn = ({ energy }: RecordedImpact) => ({
  friction: energy.frictionLoss,
  restitution: energy.restitutionLoss + (energy.springLoss ?? 0),
});

export function energyBand({ series, impacts }: Run): EnergyBand {
  const { time, energy } = series;
  const floor = energy.potential.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
  const put = energy.appliedWork.reduce((most, value) => Math.max(most, value), 0);
  const all = energy.total[0] - floor + put || 1;
  const points: EnergyPoint[] = [];
  const steps: { before: EnergyPoint; after: EnergyPoint }[] = [];
  let next = 0;
  let friction = 0;
  let restitution = 0;
  /** Friction of contacts that last, and what loads have not put in yet, between two rows. */
  const point = (when: number, row: number, part: number): EnergyPoint => {
    const mix = (values: readonly number[]) => values[row] + part * ((values[row + 1] ?? values[row]) - values[row]);
    const lasting = mix(energy.frictionLoss);
    const still = put - mix(energy.appliedWork);
    const kept = all - lasting - friction - restitution - still - mix(energy.projectionLoss);
    return { time: when, kept: kept / all, friction: (lasting + friction) / all, restitution: restitution / all, loads: still / all };
  };
  time.forEach((when, row) => {
    // A row at the instant of an impact shows the state after it.
    while (next < impacts.length && impacts[next].time <= when) {
      const impact = impacts[next++];
      const from = Math.max(0, row - 1);
      const width = when - time[from];
      const part = width > 0 ? (impact.time - time[from]) / width : 0;
      const before = point(impact.time, from, part);
      const lost = lostIn(impact);
      friction += lost.friction;
      restitution += lost.restitution;
      const after = point(impact.time, from, part);
      points.push(before, after);
      steps.push({ before, after });
    }
    points.push(point(when, row, 0));
  });
  return { points, all, impacts: steps };
}
