/** What may be measured of impacts by arrays. */
import { type FrictionalBatchOutcome, SLIP_OUTCOMES } from "../../impact/many.js";
import { pathSteps } from "../format/path.js";
import { isMovingBody } from "../impact/moving-body.js";
import type { ImpactStudy } from "../impact/schema.js";
import type { SweepMeasure } from "./schema.js";

/** A measure as one number for each row; where it is a text, the number stands for one. */
export interface FastMeasure {
  readonly column: (known: FastKnown) => Float64Array;
  readonly texts?: (code: number) => string;
}

export interface FastKnown {
  /** Rows. */
  readonly count: number;
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
    return { column: (known) => whereSolved(every(known.outcome.slip, 1, 0, known), known), texts: (code) => SLIP_OUTCOMES[code] };
  const [first, second, ...more] = what.split(" / ").map((operand) => numbersOf(operand.trim(), study));
  if (first === undefined || more.length > 0) return undefined;
  const isQuotient = what.includes(" / ");
  if (isQuotient && second === undefined) return undefined;
  const column = (known: FastKnown) => {
    const numbers = first(known);
    if (second === undefined) return numbers;
    const divisors = second(known);
    for (let row = 0; row < numbers.length; row++) numbers[row] /= divisors[row];
    return numbers;
  };
  if (classes === undefined) return { column };
  const { at, names } = classes;
  const classAt = (number: number) => {
    if (Number.isNaN(number)) return number;
    const place = at.findIndex((end) => number < end);
    return place < 0 ? at.length : place;
  };
  return { column: (known) => column(known).map(classAt), texts: (code) => names[code] };
}

/** One number of each row, of so many. */
function every(array: ArrayLike<number> | undefined, stride: number, offset: number, { count }: FastKnown): Float64Array {
  const numbers = new Float64Array(count);
  if (array === undefined) return numbers.fill(Number.NaN);
  for (let row = 0; row < count; row++) numbers[row] = array[stride * row + offset];
  return numbers;
}

/** NaN in rows that could not be solved. */
function whereSolved(numbers: Float64Array, { outcome: { failed } }: FastKnown): Float64Array {
  for (let row = 0; row < numbers.length; row++) if (failed[row] === 1) numbers[row] = Number.NaN;
  return numbers;
}

function numbersOf(operand: string, study: ImpactStudy): FastMeasure["column"] | undefined {
  const steps = pathSteps(operand) ?? [];
  const [first, second, third, fourth, fifth] = steps;
  const isComponent = (place: unknown): place is number => place === 0 || place === 1 || place === 2;
  if (first === "outcome" && steps.length === 3 && isComponent(third)) {
    if (second === "impulse") return (known) => every(known.outcome.impulse, 3, third, known);
    if (second === "velocity") return (known) => every(known.outcome.velocity, 3, third, known);
  }
  if (first === "problem" && second === "velocity" && steps.length === 3 && isComponent(third))
    return (known) => whereSolved(every(known.velocity, 3, third, known), known);
  if (first === "outcome" && second === "energy" && steps.length === 3) return energyOf(String(third), study);
  if (first !== "bodies" || third !== "after" || steps.length !== 5 || !isComponent(fifth) || !("bodies" in study)) return undefined;
  const side = study.contacts[0].between.indexOf(String(second));
  if (side < 0 || !isMovingBody(study.bodies[String(second)])) return undefined;
  const start = fourth === "velocity" ? 0 : fourth === "angularVelocity" ? 3 : undefined;
  if (start === undefined) return undefined;
  return (known) => every(known.after, 12, 6 * side + start + fifth, known);
}

/** Energies before and after need the bodies. */
function energyOf(name: string, study: ImpactStudy): FastMeasure["column"] | undefined {
  if (name === "frictionLoss") return (known) => every(known.outcome.frictionLoss, 1, 0, known);
  if (name === "restitutionLoss") return (known) => every(known.outcome.restitutionLoss, 1, 0, known);
  if (!("bodies" in study)) return undefined;
  const before = (known: FastKnown) => whereSolved(every(known.energy, 1, 0, known), known);
  if (name === "before") return before;
  if (name !== "after") return undefined;
  return (known) => {
    const numbers = before(known);
    for (let row = 0; row < numbers.length; row++) numbers[row] += known.outcome.energyChange[row];
    return numbers;
  };
}
