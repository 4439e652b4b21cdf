/**
 * Bodies that fly between six walls without gravity, on a lattice at first: as many hits for each of them however many there are.
 */
import type { Vec3 } from "../math/vec3.js";
import type { Shape } from "../mechanics/shapes/index.js";
import type { Scene, SceneBody, ScenePlane } from "../simulation/scene/scene.js";
import { createShapeDraw } from "./random-shapes.js";

const SHAPES: readonly Shape[] = [
  { type: "sphere", radius: 0.05 },
  { type: "box", size: [0.08, 0.08, 0.08] },
  { type: "box", size: [0.1, 0.06, 0.03] },
  { type: "capsule", radius: 0.03, length: 0.06 },
  { type: "cylinder", radius: 0.04, height: 0.06 },
];
/** m: between neighbours on the lattice. */
const PITCH = 0.3;
/** rad/s. */
const SPIN = 5;

/** Balls, boxes, capsules and cylinders about 0.1 m in size, at up to 1.7 m/s. */
export function flyingCrowd(count: number, seed: number): Scene {
  const { between } = createShapeDraw(seed);
  const vector = (size: number): Vec3 => [between(-size, size), between(-size, size), between(-size, size)];
  let side = 1;
  while (side * side * side < count) side++;
  const bodies: Record<string, SceneBody | ScenePlane> = {};
  for (let k = 0; k < count; k++) {
    const cell = [k % side, Math.floor(k / side) % side, Math.floor(k / (side * side))];
    bodies[`body ${k}`] = {
      shape: SHAPES[k % SHAPES.length],
      mass: 1,
      position: [(cell[0] + 0.5) * PITCH, (cell[1] + 0.5) * PITCH, (cell[2] + 0.5) * PITCH],
      velocity: vector(1),
      angularVelocity: vector(SPIN),
    };
  }
  const far: Vec3 = [side * PITCH, side * PITCH, side * PITCH];
  const axes: readonly Vec3[] = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  axes.forEach(([x, y, z], i) => {
    bodies[`wall ${2 * i}`] = { plane: { normal: [x, y, z] } };
    bodies[`wall ${2 * i + 1}`] = { plane: { normal: [-x, -y, -z], point: far } };
  });
  return { bodies, gravity: [0, 0, 0], material: { friction: 0.3, restitution: 0.9 } };
}
