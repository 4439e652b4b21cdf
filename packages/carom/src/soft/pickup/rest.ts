/**
 * The body at rest on the table: gravity grows from nothing to its full amount, step by step, with the table only.
 *
 * The contacts are followed by increments as they are in the squeeze. On a flat table and for a body that stands on its final contact nodes
 * from the start the loads grow in proportion, and the result does not depend on the number of steps.
 *
 * Source: 000 Algorithm 6 (which goes back to the deepest node of a step; the first to touch is right).
 */
import { InvalidInputError, SolverError } from "../../errors.js";
import { pow } from "../../math/elementary.js";
import { meshVolume } from "../mesh/mesh.js";
import { type Advance, advance } from "./advance.js";
import { contactCount, type GripState, type Placement, type Scene, spansPlane } from "./state.js";

/** Nodes within this part of the body's size touch the table. */
const TOUCHES = 1e-9;

/** Surface nodes (by their place in the list of surface nodes) that stand on the table; at least 3 that are not in a line. */
export function standingNodes({ body }: Scene): number[] {
  const { rest, size, surface } = body;
  const standing: number[] = [];
  for (let node = 0; node < surface.nodes.length; node++) {
    const height = rest[3 * node + 2];
    if (height < -TOUCHES * size)
      throw new InvalidInputError("mesh", `node ${surface.nodes[node]} at z = ${height}`, "is below the table z = 0");
    if (height <= TOUCHES * size) standing.push(node);
  }
  if (standing.length === 0) throw new InvalidInputError("mesh", "its lowest node", "does not touch the table z = 0");
  if (!spansPlane(standing, rest, size))
    throw new InvalidInputError(
      "mesh",
      standing.length,
      `node${standing.length === 1 ? " stands" : "s stand"} on the table: a body needs 3 that are not in a line`,
    );
  checkStands(standing, body);
  return standing;
}

/** The centre of mass must be over the area between the standing nodes: no line through it leaves them all on one side. */
function checkStands(standing: readonly number[], { rest, weight, gravity, places, size }: Scene["body"]): void {
  if (weight === 0) return;
  const centre = [0, 0];
  for (let node = 0; 3 * node < gravity.length; node++)
    for (let i = 0; i < 2; i++) centre[i] -= (gravity[3 * node + 2] / weight) * places[3 * node + i];
  for (const a of standing)
    for (const b of standing) {
      const [ex, ey] = [rest[3 * b] - rest[3 * a], rest[3 * b + 1] - rest[3 * a + 1]];
      const length = Math.sqrt(ex * ex + ey * ey);
      if (length === 0) continue;
      const side = (k: readonly [number, number]) => (ex * (k[1] - rest[3 * a + 1]) - ey * (k[0] - rest[3 * a])) / length;
      if (
        side([centre[0], centre[1]]) < -TOUCHES * size &&
        standing.every((node) => side([rest[3 * node], rest[3 * node + 1]]) >= -TOUCHES * size)
      )
        throw new InvalidInputError(
          "mesh",
          [centre[0], centre[1]],
          "is where its weight acts, which is not over the nodes it stands on: it would tip over",
        );
    }
}

/** A step by one of the schemes. */
type Move = (scene: Scene, before: GripState, target: Placement) => Advance | undefined;

/**
 * At rest under its full weight. `move`: by which gravity grows; its first step is an implicit one, for from no force at all no event can
 * be told.
 */
export function restOnTable(scene: Scene, steps = 5, move: Move = advance): { state: GripState; steps: Advance[] } {
  const { body } = scene;
  const standing = standingNodes(scene);
  const force = new Float64Array(3 * contactCount(scene));
  let state: GripState = {
    centres: [],
    gravity: 0,
    dead: 0,
    position: body.rest.slice(),
    force,
    rigid: new Float64Array(6),
  };
  if (body.weight === 0) return { state: { ...state, gravity: 1 }, steps: [] };
  const softness = body.weight / (body.material.youngModulus * pow(meshVolume(body.mesh), 2 / 3));
  if (softness > HOPELESS) throw notAtRest(softness, 0);
  // Newton needs nodes that touch to begin with: the first guess shares the weight among those that stand there.
  for (const node of standing) force[3 * node + 2] = body.weight / steps / standing.length;
  const done: Advance[] = [];
  for (let step = 1; step <= steps; step++) {
    const next = (step === 1 ? advance : move)(scene, state, { centres: [], gravity: step / steps, dead: 0 });
    if (next === undefined) throw notAtRest(softness, (step - 1) / steps);
    done.push(next);
    state = next.state;
  }
  return { state, steps: done };
}

/** Strain at the base under its own weight beyond which nothing is tried. */
const HOPELESS = 1;

function notAtRest(softness: number, gravity: number): SolverError {
  const why = softness > 0.01 ? `: it is too soft for its weight, which would strain it by about ${softness.toPrecision(2)}` : "";
  return new SolverError(`the body does not come to rest on the table${why}`, { gravity });
}
