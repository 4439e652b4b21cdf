/** The end of a stretch between events: sticking nodes go with their obstacles, sliding ones end on their cones. */
import { SolverError } from "../../../errors.js";
import { norm } from "../../../math/vec3.js";
import type { HeldNodes } from "../held.js";
import { isRightRoot, type SlipNode, type SlipSystem, solveSlip } from "../slip-system.js";
import { centreOf, contactCount, type GripState, gapAt, type Placement, positionsOf, type Scene, TABLE } from "../state.js";
import { across, at, type Contact } from "./contacts.js";
import { solveTurningSlip, type TurningSlip } from "./turning-slip.js";

/** Contacts whose modes do not change, and the stiffness of those that slide. */
export interface FixedModes {
  readonly contacts: readonly Contact[];
  readonly held: HeldNodes;
  /** Places in `contacts`. */
  readonly sliding: readonly number[];
  /** Forces from displacements of the sliding nodes, row by row, N/m. */
  readonly stiffness: Float64Array;
}

export function fixModes(contacts: readonly Contact[], held: HeldNodes): FixedModes {
  const sliding = contacts.map((_, k) => k).filter((k) => contacts[k].slips);
  const size = 3 * sliding.length;
  const stiffness = new Float64Array(size * size);
  const row = (index: number) => 3 * sliding[(index - (index % 3)) / 3] + (index % 3);
  for (let column = 0; column < size; column++) {
    const force = held.underUnit(row(column));
    for (let i = 0; i < size; i++) stiffness[i * size + column] = force[row(i)];
  }
  return { contacts, held, sliding, stiffness };
}

/**
 * The state at a placement on the way, where no event comes between; undefined: it was not found.
 * @param expected slip of each contact by its rate, m
 */
export function stretch(
  scene: Scene,
  state: GripState,
  modes: FixedModes,
  placement: Placement,
  expected: readonly number[],
): GripState | undefined {
  const { body } = scene;
  const { contacts, held, sliding } = modes;
  const places = new Float64Array(3 * contacts.length);
  const normals = contacts.map(({ node, obstacle }, k) => {
    const [from, to] = [centreOf(state.centres, obstacle), centreOf(placement.centres, obstacle)];
    for (let i = 0; i < 3; i++) places[3 * k + i] = state.position[3 * node + i] + to[i] - from[i];
    // One that has just touched is within a rounding of its obstacle; it is put on it.
    const normal = new Float64Array(3);
    const gap = gapAt(scene, placement.centres, obstacle, places, k, normal);
    for (let i = 0; i < 3; i++) places[3 * k + i] -= gap * normal[i];
    return normal;
  });
  const solved = () => {
    const displacement = places.map((value, i) => {
      const row = 3 * contacts[(i - (i % 3)) / 3].node + (i % 3);
      return value - body.rest[row] - placement.gravity * body.sag[row] - placement.dead * (scene.dead?.displacement[row] ?? 0);
    });
    return held.solve(
      displacement,
      body.weightResultant.map((value, mode) => placement.gravity * value + placement.dead * (scene.dead?.resultant[mode] ?? 0)),
    );
  };
  let solution = solved();
  if (sliding.length > 0) {
    const nodes: SlipNode[] = [];
    for (const k of sliding) {
      const { obstacle } = contacts[k];
      const trialForce = at(solution.force, k);
      const tangential = across(trialForce, normals[k]);
      const length = norm(tangential);
      if (length === 0) return undefined;
      nodes.push({
        trialForce,
        normal: at(normals[k], 0),
        direction: [tangential[0] / length, tangential[1] / length, tangential[2] / length],
        friction: scene.friction[obstacle],
        ...(obstacle === TABLE ? {} : { radius: scene.radii[obstacle - 1] }),
      });
    }
    const slip = slipOf(
      { nodes, stiffness: modes.stiffness },
      sliding.map((k, index) => expected[k] / (nodes[index].radius ?? 1)),
    );
    if (slip === undefined) return undefined;
    sliding.forEach((k, index) => {
      for (let i = 0; i < 3; i++) places[3 * k + i] += slip.displacement[3 * index + i];
    });
    solution = solved();
  }
  const force = new Float64Array(3 * contactCount(scene));
  contacts.forEach(({ node, obstacle }, k) => {
    force.set(solution.force.subarray(3 * k, 3 * k + 3), obstacle * body.rest.length + 3 * node);
  });
  return { ...placement, position: positionsOf(scene, placement, force, solution.rigid), force, rigid: solution.rigid };
}

/** From the right root of the source's equations; where they have none, from what the rates expect. */
function slipOf(system: SlipSystem, expected: readonly number[]): TurningSlip | undefined {
  return solveTurningSlip(system, rightRoot(system, expected) ?? expected);
}

function rightRoot(system: SlipSystem, start: readonly number[]): Float64Array | undefined {
  try {
    const { slip, force } = solveSlip(system, start);
    return slip.every((each) => each >= 0) && isRightRoot(system.nodes, slip, force) ? slip : undefined;
  } catch (error) {
    if (error instanceof SolverError) return undefined;
    throw error;
  }
}
