/** What may be measured of impacts by arrays. */
import { type FrictionalBatchOutcome, SLIP_OUTCOMES } from "../../impact/many.js";
import { pathSteps } from "../format/path.js";
import type { ImpactStudy } from "../impact/schema.js";
import type { SweepMeasure } from "./schema.js";

/** A measure as a number of a row; where it is a text, the number stands for one. */
export interface FastMeasure {
  readonly value: (known: FastKnown, row: number) => number;
  readonly texts?: (code: number) => string;
}

export interface FastKnown {
  readonly outcome: FrictionalBatchOutcome;
  /** Before, three numbers a row. */
  readonly velocity: ArrayLike<number>;
  /** Before, J; undefined: not known. */
  readonly energy: ArrayLike<number> | undefined;
  /** Twelve numbers a row. */
  readonly after: Float64Array | undefined;
}

/** Undefined where it needs the long way. */
export function fastMeasure({ what, classes }: SweepMeasure, study: ImpactStudy): FastMeasure | undefined {
  if (what === "outcome.slip[0]" && classes === undefined)
    return {
      value: ({ outcome: { slip, failed } }, row) => (failed[row] === 1 ? Number.NaN : slip[row]),
      texts: (code) => SLIP_OUTCOMES[code],
    };
  const [first, second, ...more] = what.split(" / ").map((operand) => numberOf(operand.trim(), study));
  if (first === undefined || more.length > 0) return undefined;
  const isQuotient = what.includes(" / ");
  if (isQuotient && second === undefined) return undefined;
  const value: FastMeasure["value"] = isQuotient && second !== undefined ? (known, row) => first(known, row) / second(known, row) : first;
  if (classes === undefined) return { value };
  const { at, names } = classes;
  const classAt = (known: FastKnown, row: number) => {
    const number = value(known, row);
    if (Number.isNaN(number)) return number;
    const place = at.findIndex((end) => number < end);
    return place < 0 ? at.length : place;
  };
  return { value: classAt, texts: (code) => names[code] };
}

function numberOf(operand: string, study: ImpactStudy): FastMeasure["value"] | undefined {
  const steps = pathSteps(operand) ?? [];
  const [first, second, third, fourth, fifth] = steps;
  const isComponent = (place: unknown): place is number => place === 0 || place === 1 || place === 2;
  if (first === "outcome" && steps.length === 3 && isComponent(third)) {
    if (second === "impulse") return ({ outcome: { impulse } }, row) => impulse[3 * row + third];
    if (second === "velocity") return ({ outcome: { velocity } }, row) => velocity[3 * row + third];
  }
  if (first === "problem" && second === "velocity" && steps.length === 3 && isComponent(third))
    return ({ velocity, outcome: { failed } }, row) => (failed[row] === 1 ? Number.NaN : velocity[3 * row + third]);
  if (first === "outcome" && second === "energy" && steps.length === 3) return energyOf(String(third), study);
  if (first !== "bodies" || third !== "after" || steps.length !== 5 || !isComponent(fifth) || !("bodies" in study)) return undefined;
  const side = study.contacts[0].between.indexOf(String(second));
  if (side < 0 || study.bodies[String(second)] === "fixed") return undefined;
  const start = fourth === "velocity" ? 0 : fourth === "angularVelocity" ? 3 : undefined;
  if (start === undefined) return undefined;
  return ({ after }, row) => (after === undefined ? Number.NaN : after[12 * row + 6 * side + start + fifth]);
}

/** Energies before and after need the bodies. */
function energyOf(name: string, study: ImpactStudy): FastMeasure["value"] | undefined {
  if (name === "frictionLoss") return ({ outcome: { frictionLoss } }, row) => frictionLoss[row];
  if (name === "restitutionLoss") return ({ outcome: { restitutionLoss } }, row) => restitutionLoss[row];
  if (!("bodies" in study)) return undefined;
  const before = ({ energy, outcome: { failed } }: FastKnown, row: number) =>
    energy === undefined || failed[row] === 1 ? Number.NaN : energy[row];
  if (name === "before") return before;
  return name === "after" ? (known, row) => before(known, row) + known.outcome.energyChange[row] : undefined;
}
