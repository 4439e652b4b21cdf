/** What formats of other programs cannot say of a scene, told once for all bodies it is true of. */
import type { JointStart, SceneJoint } from "../simulation/mechanism/scene-link.js";
import type { Scene } from "../simulation/scene/scene.js";

export interface LeftOut {
  tell(what: string, name: string): void;
  /** One sentence each. */
  lines(): string[];
}

const MOST_NAMES = 8;

export function createLeftOut(): LeftOut {
  const told = new Map<string, string[]>();
  return {
    tell: (what, name) => {
      const names = told.get(what);
      if (names === undefined) told.set(what, [name]);
      else if (!names.includes(name)) names.push(name);
    },
    lines: () =>
      [...told].map(([what, names]) => {
        const shown = names.length > MOST_NAMES ? [...names.slice(0, MOST_NAMES), `${names.length - MOST_NAMES} more`] : names;
        return `${shown.join(", ")}: ${what}`;
      }),
  };
}

const VELOCITIES = "velocities at the beginning are left out";

/** Of a body: how it begins to move, and how ground is moved. */
export function tellBody(name: string, body: Scene["bodies"][string], { tell }: LeftOut): void {
  if ("plane" in body || "fixed" in body) {
    if (body.motion !== undefined) tell("its motion is left out", name);
  } else if ("joint" in body) tellJoint(name, body.joint, { tell });
  else if (body.velocity !== undefined || body.angularVelocity !== undefined) tell(VELOCITIES, name);
}

function tellJoint(name: string, { type, motor, motion, limits, friction, start }: SceneJoint, { tell }: Pick<LeftOut, "tell">): void {
  if (motor !== undefined) tell("the motor of its joint is left out", name);
  if (motion !== undefined) tell("the motion of its joint is left out", name);
  if ((limits?.restitution ?? 0) !== 0) tell("the restitution of its stops is left out", name);
  if (friction?.creep !== undefined) tell("the speed below which its joint's friction falls off is left out", name);
  if (start !== undefined) tellStart(name, type, start, { tell });
}

function tellStart(name: string, type: SceneJoint["type"], start: JointStart, { tell }: Pick<LeftOut, "tell">): void {
  const { position, near, speed, orientation, velocity, angularVelocity } = start;
  // A free one is written where it starts.
  const isMoved = type === "spherical" ? orientation !== undefined : type !== "free" && (position ?? near ?? 0) !== 0;
  if (isMoved) tell("where its joint starts is left out: it is drawn at zero", name);
  if ((speed ?? 0) !== 0 || velocity !== undefined || angularVelocity !== undefined) tell(VELOCITIES, name);
}

/** Of a scene: what pulls. */
export function tellLoads({ loads = [] }: Pick<Scene, "loads">, { tell }: LeftOut): void {
  if (loads.length > 0) tell("left out", "loads");
}
