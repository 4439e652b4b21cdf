/** What happened as two fingers squeezed a body, in words. */
import type { PickupOutcome } from "../../soft/pickup/pickup-run.js";
import { numberText } from "../format/numbers.js";
import { inUnitText, sizeUnits } from "../format/size-units.js";
import type { PickupResult } from "./result.js";

const OUTCOMES: Readonly<Record<PickupOutcome, string>> = {
  lifted: "The fingers pick it up.",
  liftable: "The fingers could pick it up.",
  "too-deep": "The fingers cannot pick it up within the depth they may squeeze.",
  strain: "It is strained too much before the fingers could pick it up.",
  slipped: "The fingers lose it as they rise: all nodes of one slip, or too few are left to keep it from swinging.",
  "no-force-closure": "The fingers and the table cannot hold it against every load: friction does not close the grip.",
  "no-equilibrium": "No equilibrium was found, however small the steps.",
};

export function pickupSentence({ outcome }: PickupResult): string {
  return OUTCOMES[outcome];
}

/** The weight, whether friction closes the grip, what it takes to lift the body, and when it leaves the table. */
export function pickupDetails(result: PickupResult): string[] {
  const { body, moduli } = result;
  const weighs = `The body weighs ${numberText(body.weight)} N and has ${body.nodes} nodes`;
  return [`${weighs}${closure(result)}.`, ...effort(result), ...raised(result), ...(moduli === undefined ? [] : [BY_STIFFNESS])];
}

function closure({ closure: { closed, margin, rank } }: PickupResult): string {
  if (closed) return `; friction closes the grip with a margin of ${numberText(margin)}`;
  return `; what friction at the fingers and the table can balance ${rank < 6 ? `spans ${rank} of 6 dimensions` : "does not close"}`;
}

function effort({ leastDepth, squeeze, shapes, meshError }: PickupResult): string[] {
  const { length } = sizeUnits(shapes.rest.places);
  const last = squeeze.at(-1);
  if (leastDepth !== undefined) {
    const { record, depth, failed } = leastDepth;
    const [first, second] = record.squeeze.map(numberText);
    const missed = `at ${inUnitText(failed, length)} it could not be lifted`;
    const work = `${numberText(record.work)} J of work, of which friction takes ${numberText(record.frictionLoss)} J`;
    return [
      `It takes a depth of ${inUnitText(depth, length)} a finger (${missed}), pushes of ${first} and ${second} N, and ${work}.`,
      ...(meshError === undefined
        ? []
        : [
            `By the mesh the depth is too small by up to about ${inUnitText(meshError.depth ?? 0, length)} and the work by ` +
              `${numberText(meshError.work)} J (estimated).`,
          ]),
    ];
  }
  if (last === undefined) return [];
  const [first, second] = last.squeeze.map(numberText);
  return [`At ${inUnitText(last.depth, length)} the fingers push with ${first} and ${second} N.`];
}

function raised({ outcome, lift, shapes }: PickupResult): string[] {
  const last = lift.at(-1);
  if (last === undefined || outcome !== "lifted") return [];
  const { height } = lift.at(-2) ?? last;
  return [`It is free of the table when they have risen by ${inUnitText(height, sizeUnits(shapes.rest.places).length)}.`];
}

const BY_STIFFNESS =
  "On a mesh a hard body must be squeezed until enough nodes touch, a depth set by the mesh, and the work grows with the modulus; " +
  "in the continuum (Hertz, a flat body) it falls as the modulus to the power -2/3.";

export function pickupWarnings({ warnings }: PickupResult): string[] {
  return warnings.map(({ message }) => message);
}
