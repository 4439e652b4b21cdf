/** The box of the tests: 6 cm, 4 x 4 x 4 cells, fingers of 4 cm at the middles of two faces. */
import type { Vec3 } from "../../math/vec3.js";
import { boxMesh } from "../mesh/generate.js";
import type { TetMesh } from "../mesh/mesh.js";
import { type SoftBodyOptions, softBody } from "./body.js";
import type { PickupSpec } from "./pickup-run.js";
import { restOnTable } from "./rest.js";
import type { GripState, Placement, Scene } from "./state.js";

export const BOX = boxMesh({ size: [0.06, 0.06, 0.06], cells: [4, 4, 4] });

export const boxSpec = (change: Partial<PickupSpec> = {}): PickupSpec => ({
  mesh: BOX,
  material: { youngModulus: 6e3, poissonRatio: 0.3 },
  weight: 0.489,
  tableFriction: 0.5,
  fingers: [
    { near: [0, 0.03, 0.03], radius: 0.04, friction: 0.5 },
    { near: [0.06, 0.03, 0.03], radius: 0.04, friction: 0.5 },
  ],
  step: 0.0005,
  maximumDepth: 0.006,
  ...change,
});

export interface Grip {
  readonly scene: Scene;
  readonly rest: GripState;
  at(depth: number): Placement;
}

/** The box at rest with the fingers just touching, for tests that move them by themselves. */
export function gripOfBox(
  { mesh = BOX, friction = 0.5, youngModulus = 6e3, weight = 0.489, scale = 1 } = {},
  options: SoftBodyOptions = {},
): Grip {
  const nodes = mesh.nodes.map((value) => value * scale);
  const body = softBody({ nodes, tetrahedra: mesh.tetrahedra }, { youngModulus, poissonRatio: 0.3 }, weight, options);
  const scene: Scene = { body, friction: [friction, friction, friction], radii: [0.04 * scale, 0.04 * scale], hasTable: true };
  const { state } = restOnTable(scene);
  const centre = (x: number, side: number): Vec3 => {
    for (let k = 0; k < body.surface.nodes.length; k++) {
      const [px, py, pz] = body.rest.subarray(3 * k, 3 * k + 3);
      if (Math.abs(px - x * scale) + Math.abs(py - 0.03 * scale) + Math.abs(pz - 0.03 * scale) < 1e-9)
        return [state.position[3 * k] + side * 0.04 * scale, state.position[3 * k + 1], state.position[3 * k + 2]];
    }
    throw new Error("no node in the middle of the face");
  };
  const [left, right] = [centre(0, -1), centre(0.06, 1)];
  return {
    scene,
    rest: { ...state, centres: [left, right] },
    at: (depth) => ({
      centres: [
        [left[0] + depth, left[1], left[2]],
        [right[0] - depth, right[1], right[2]],
      ],
      gravity: 1,
      dead: 0,
    }),
  };
}

/** The box made of one half and its mirror image in x = 0.03. */
export function mirroredBox(): TetMesh {
  const half = boxMesh({ size: [0.03, 0.06, 0.06], cells: [2, 4, 4] });
  const count = half.nodes.length / 3;
  const nodes = [...half.nodes];
  const image = Array.from({ length: count }, (_, k) => {
    const [x, y, z] = half.nodes.subarray(3 * k, 3 * k + 3);
    if (Math.abs(x - 0.03) < 1e-12) return k;
    nodes.push(0.06 - x, y, z);
    return nodes.length / 3 - 1;
  });
  const mirrored = [...half.tetrahedra].map((node) => image[node]);
  return { nodes: Float64Array.from(nodes), tetrahedra: Int32Array.from([...half.tetrahedra, ...mirrored]) };
}
