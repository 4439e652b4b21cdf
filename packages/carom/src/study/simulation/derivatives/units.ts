/** Units of numbers in a study and in a result, by the last names of their paths. */
import type { Steps } from "./path.js";

const UNITS: Readonly<Record<string, string>> = {
  mass: "kg",
  density: "kg/m^3",
  inertia: "kg m^2",
  position: "m",
  point: "m",
  points: "m",
  centre: "m",
  rotation: "rad",
  orientation: "",
  velocity: "m/s",
  angularVelocity: "rad/s",
  gravity: "m/s^2",
  size: "m",
  radius: "m",
  length: "m",
  height: "m",
  halfAxes: "m",
  vertices: "m",
  force: "N",
  torque: "N m",
  stiffness: "",
  damping: "",
  friction: "",
  staticFriction: "",
  restitution: "",
  frequency: "Hz",
  phase: "rad",
  time: "s",
  impulse: "N s",
  worldImpulse: "N s",
  velocityBefore: "m/s",
  velocityAfter: "m/s",
  normal: "",
  kinetic: "J",
  potential: "J",
  total: "J",
  impactLoss: "J",
  frictionLoss: "J",
};

/** Of the last name on the way that has one; empty where none has, or where it depends on more than the name. */
export function unitAt(steps: Steps): string {
  for (const step of [...steps].reverse()) if (typeof step === "string" && Object.hasOwn(UNITS, step)) return UNITS[step];
  return "";
}
