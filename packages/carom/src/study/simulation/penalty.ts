/**
 * A simulation once more with penalty contact, to see that answers agree as stiffness grows, and what events save.
 */
import { InvalidInputError } from "../../errors.js";
import { pow } from "../../math/elementary.js";
import { norm, subtract, type Vec3 } from "../../math/vec3.js";
import { createPenaltyRun, type PenaltyOptions } from "../../simulation/penalty/penalty.js";
import { createSimulation } from "../../simulation/regime/simulation.js";
import type { SimulationResult } from "./result.js";
import { systemOf } from "./run.js";
import type { SimulationStudy } from "./schema.js";

/** A simulation run again with springs and dampers for contacts. */
export interface PenaltyResult {
  /** As used. */
  readonly stiffness: number;
  /** Of the springs: 1 linear, 3/2 as between balls. */
  readonly exponent: number;
  /** Deepest overlap, m. */
  readonly deepest: number;
  /** Times that a place came in. */
  readonly touches: number;
  /** Of the integration: steps taken and refused, and how often forces were evaluated. */
  readonly steps: number;
  /** Steps that were too long and were taken again. */
  readonly refusedSteps: number;
  /** Of the accelerations. */
  readonly evaluations: number;
  /** Largest distance of a body's centre from where the simulation has it, over the rows of its series, and at its end, m. */
  readonly difference: number;
  /** Largest distance of a body's place at the end from that of the run by events, m. */
  readonly endDifference: number;
}

const EXPONENT = 1.5;

/** The study of a simulation with penalty contact, beside its result. */
export function runPenalty(study: SimulationStudy, result: SimulationResult, options: PenaltyOptions): PenaltyResult {
  const system = systemOf(study);
  const run = createPenaltyRun(system, system.initialState(), options);
  const { time, bodies } = result.series;
  const [q, u] = [new Float64Array(system.coordinateCount), new Float64Array(system.speedCount)];
  const centres = system.names.map((name) => bodies[name].position as readonly Vec3[]);
  let row = 0;
  let difference = 0;
  let endDifference = 0;
  const compare = () => {
    endDifference = system.names.reduce((most, _, i) => {
      return Math.max(most, norm(subtract(system.stateOf(i, q, u).position, centres[i][row])));
    }, 0);
    difference = Math.max(difference, endDifference);
    row++;
  };
  run.advance(time[time.length - 1], (_from, to, stateAt) => {
    while (row < time.length && time[row] <= to) {
      stateAt(time[row], q, u);
      compare();
    }
  });
  const { deepest, touches, work } = run;
  return {
    stiffness: options.stiffness,
    exponent: options.exponent ?? EXPONENT,
    deepest,
    touches,
    steps: work.acceptedSteps,
    refusedSteps: work.rejectedSteps,
    evaluations: work.evaluations,
    difference,
    endDifference,
  };
}

/** The motion of a study by events and nothing else, no rows and no records, to its end or rest: what penalty contact is timed beside. */
export function runEvents(study: SimulationStudy): void {
  const system = systemOf(study);
  const { law, options, method, tolerances, duration } = study;
  const impact = { ...(law === undefined ? {} : { law }), ...(options === undefined ? {} : { options }) };
  const how = { ...tolerances, impact, ...(method === undefined ? {} : { method }) };
  createSimulation(system, system.initialState(), how).advance(duration);
}

/** Overlaps that the default stiffnesses are made for, parts of the largest body's reach. */
const DEPTHS = [1e-2, 1e-3, 1e-4];

/**
 * Stiffnesses at which the bodies of a run would overlap by a hundredth, a thousandth and a ten-thousandth of the largest body,
 * N/m^exponent: from the largest kinetic energy.
 */
export function penaltyStiffnesses(study: SimulationStudy, result: SimulationResult, exponent = EXPONENT): number[] {
  const energy = result.series.energy.kinetic.reduce((most, value) => Math.max(most, value), 0);
  if (!(energy > 0)) throw new InvalidInputError("bodies", 0, "J is all that ever moves: there is nothing to compare");
  const { size } = systemOf(study);
  return DEPTHS.map((depth) => rounded(((exponent + 1) * energy) / pow(depth * size, exponent + 1)));
}

/** To one digit. */
function rounded(value: number): number {
  return Number(value.toPrecision(1));
}
