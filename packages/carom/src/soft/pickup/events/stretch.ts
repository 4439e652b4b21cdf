/** The end of a stretch between events, by the finite equations of slip. */
import { SolverError } from "../../../errors.js";
import { cos, sin } from "../../../math/elementary.js";
import { norm } from "../../../math/vec3.js";
import type { HeldNodes } from "../held.js";
import { isRightRoot, type SlipNode, solveSlip } from "../slip-system.js";
import { type GripState, gapAt, type Placement, positionsOf, type Scene, TABLE } from "../state.js";
import { across, at, type Contact } from "./contacts.js";
import type { Rates } from "./rates.js";

/** The state after a stretch without events: sticking nodes go with their obstacles, sliding ones end on their cones. */
export function stretch(
  scene: Scene,
  state: GripState,
  contacts: readonly Contact[],
  held: HeldNodes,
  placement: Placement,
  rates: Rates,
  part: number,
): GripState | undefined {
  const { body } = scene;
  const count = contacts.length;
  const places = new Float64Array(3 * count);
  contacts.forEach(({ node, obstacle }, k) => {
    for (let i = 0; i < 3; i++)
      places[3 * k + i] =
        state.position[3 * node + i] + (obstacle === TABLE ? 0 : placement.centres[obstacle - 1][i] - state.centres[obstacle - 1][i]);
  });
  // Nodes that just touched or drifted are put on their obstacle.
  const normal = new Float64Array(3);
  contacts.forEach(({ obstacle }, k) => {
    const gap = gapAt(scene, placement.centres, obstacle, places, k, normal);
    for (let i = 0; i < 3; i++) places[3 * k + i] -= gap * normal[i];
  });
  const solved = (at: Float64Array) => {
    const displacement = at.map((value, i) => {
      const row = 3 * contacts[(i - (i % 3)) / 3].node + (i % 3);
      return value - body.rest[row] - placement.gravity * body.sag[row] - placement.dead * (scene.dead?.displacement[row] ?? 0);
    });
    return held.solve(
      displacement,
      body.weightResultant.map((value, mode) => placement.gravity * value + placement.dead * (scene.dead?.resultant[mode] ?? 0)),
    );
  };
  let solution = solved(places);
  const sliding = contacts.map((_, k) => k).filter((k) => contacts[k].slips);
  if (sliding.length > 0) {
    const nodes: SlipNode[] = [];
    for (const k of sliding) {
      const { obstacle } = contacts[k];
      gapAt(scene, placement.centres, obstacle, places, k, normal);
      const trialForce = at(solution.force, k);
      const tangential = across(trialForce, normal);
      const length = norm(tangential);
      if (length === 0) return undefined;
      nodes.push({
        trialForce,
        normal: [normal[0], normal[1], normal[2]],
        direction: [tangential[0] / length, tangential[1] / length, tangential[2] / length],
        friction: scene.friction[obstacle],
        ...(obstacle === TABLE ? {} : { radius: scene.radii[obstacle - 1] }),
      });
    }
    const slip = slipOf(held, nodes, sliding, rates, part, contacts, scene);
    if (slip === undefined) return undefined;
    nodes.forEach(({ normal: n, direction: t, radius }, index) => {
      const k = sliding[index];
      const angle = slip[index];
      for (let i = 0; i < 3; i++) {
        if (radius === undefined) places[3 * k + i] -= angle * t[i];
        else places[3 * k + i] = placement.centres[contacts[k].obstacle - 1][i] + radius * (cos(angle) * n[i] - sin(angle) * t[i]);
      }
    });
    solution = solved(places);
  }
  const force = new Float64Array(state.force.length);
  const obstacle = state.obstacle.slice();
  contacts.forEach((contact, k) => {
    force.set(solution.force.subarray(3 * k, 3 * k + 3), 3 * contact.node);
    obstacle[contact.node] = contact.obstacle;
  });
  return { ...placement, position: positionsOf(scene, placement, force, solution.rigid), force, rigid: solution.rigid, obstacle };
}

function slipOf(
  held: HeldNodes,
  nodes: readonly SlipNode[],
  sliding: readonly number[],
  rates: Rates,
  part: number,
  contacts: readonly Contact[],
  scene: Scene,
): Float64Array | undefined {
  const size = 3 * nodes.length;
  const stiffness = new Float64Array(size * size);
  const none = new Float64Array(6);
  for (let column = 0; column < size; column++) {
    const displacement = new Float64Array(3 * held.nodes.length);
    displacement[3 * sliding[(column - (column % 3)) / 3] + (column % 3)] = 1;
    const { force } = held.solve(displacement, none);
    for (let row = 0; row < size; row++) stiffness[row * size + column] = force[3 * sliding[(row - (row % 3)) / 3] + (row % 3)];
  }
  const start = sliding.map((k) => (part * rates.slip[k]) / (contacts[k].obstacle === TABLE ? 1 : scene.radii[contacts[k].obstacle - 1]));
  try {
    const { slip, force } = solveSlip({ nodes, stiffness }, start);
    return slip.every((each) => each >= 0) && isRightRoot(nodes, slip, force) ? slip : undefined;
  } catch (error) {
    if (error instanceof SolverError) return undefined;
    throw error;
  }
}
