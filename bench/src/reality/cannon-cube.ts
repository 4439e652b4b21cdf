/**
 * The cube in cannon-es: a box, or eight balls where its corners are rounded. It bounds the impulse of friction by friction x mass x
 * gravity, whatever the load and the step: with 0.05 a corner of this cube never slips in an impact, so its friction may be smaller here.
 */
import { Body, Box, ContactMaterial, Material, Plane, Quaternion, Sphere, Vec3, World } from "cannon-es";
import { quaternion, vec3 } from "carom/math";
import { installedVersion } from "../peers/versions.js";
import { type CubeRun, type CubeWorld, cornersOf, cubeMotion, type RealityEngine } from "./cube.js";
import type { TouchNumber } from "./touch.js";

/** N/m, and steps in which an overlap goes down. */
const TOUCH: readonly TouchNumber[] = [
  { name: "stiffness", from: 1e2, to: 1e9, usual: 1e7 },
  { name: "relaxation", from: 0.5, to: 50, usual: 3 },
];

export function cannonCube(): RealityEngine {
  return {
    engine: "cannon-es",
    version: installedVersion("cannon-es"),
    configuration: "four steps a frame, box or eight balls at the corners, defaults otherwise",
    motion: cubeMotion(TOUCH, build),
    touch: TOUCH,
    bounds: { friction: [1e-4, 0.6] },
  };
}

function build(run: CubeRun): CubeWorld {
  const { half, rounding, mass, inertia, centre, friction, restitution, gravity } = run;
  const [contactEquationStiffness, contactEquationRelaxation] = run.touch as [number, number];
  const material = new Material("cube and floor");
  const world = new World();
  world.gravity.set(...gravity);
  world.addContactMaterial(
    new ContactMaterial(material, material, { friction, restitution, contactEquationStiffness, contactEquationRelaxation }),
  );
  const floor = new Body({ mass: 0, material });
  floor.addShape(new Plane());
  world.addBody(floor);
  const cube = new Body({ mass, material, linearDamping: 0, angularDamping: 0 });
  const back = new Vec3(-centre[0], -centre[1], -centre[2]);
  if (rounding > 0) for (const corner of cornersOf(run)) cube.addShape(new Sphere(rounding), new Vec3(...corner).vadd(back));
  else cube.addShape(new Box(new Vec3(...half)), back);
  cube.position.set(...vec3.add(run.position, quaternion.rotate(run.orientation, centre)));
  cube.quaternion = new Quaternion(...run.orientation);
  cube.velocity.set(...run.velocity);
  cube.angularVelocity.set(...run.spin);
  world.addBody(cube);
  // After addBody, because shapes set the inertia of their bounding box.
  cube.inertia.set(inertia, inertia, inertia);
  cube.invInertia.set(1 / inertia, 1 / inertia, 1 / inertia);
  cube.updateInertiaWorld(true);
  return {
    step: (time) => world.step(time),
    pose: () => {
      const { x, y, z, w } = cube.quaternion;
      const orientation = [x, y, z, w] as const;
      return { position: vec3.subtract(cube.position.toArray(), quaternion.rotate(orientation, centre)), orientation };
    },
    free: () => {},
  };
}
