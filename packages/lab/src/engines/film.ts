/** What an engine did, frame by frame. */
import type { EngineScene, Triple, Turn } from "./scene.js";

export interface Frame {
  readonly position: readonly Triple[];
  readonly orientation: readonly Turn[];
}

export interface Film {
  readonly engine: string;
  readonly version: string;
  readonly settings: string;
  readonly frames: readonly Frame[];
  /** Kinetic energy over that at the beginning, frame by frame. */
  readonly energy: readonly number[];
}

/** Time between two frames, and the step of the engines at their defaults, s. */
export const STEP = 1 / 60;

export interface Body {
  position(): Triple;
  orientation(): Turn;
  velocity(): Triple;
  angularVelocity(): Triple;
}

/** Steps an engine through the scene. */
export function filmed(
  scene: EngineScene,
  bodies: readonly Body[],
  step: () => void,
  about: Pick<Film, "engine" | "version" | "settings">,
): Film {
  const energyNow = () =>
    bodies.reduce((sum, body, i) => {
      const { mass, inertia } = scene.bodies[i];
      const square = (vector: Triple) => vector[0] ** 2 + vector[1] ** 2 + vector[2] ** 2;
      return sum + 0.5 * mass * square(body.velocity()) + 0.5 * inertia * square(body.angularVelocity());
    }, 0);
  const first = energyNow();
  const frames: Frame[] = [];
  const energy: number[] = [];
  const count = Math.round(scene.duration / STEP);
  for (let i = 0; i <= count; i++) {
    if (i > 0) step();
    frames.push({ position: bodies.map((body) => body.position()), orientation: bodies.map((body) => body.orientation()) });
    energy.push(energyNow() / first);
  }
  return { ...about, frames, energy };
}
