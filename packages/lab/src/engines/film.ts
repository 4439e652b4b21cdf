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

/**
 * Engines find a contact somewhere inside a step, and what some of them return depends on where: of so many starts, spread evenly over the
 * way of one step, the one with the median energy at the end is shown. The front page's engines were measured so too (npm run bench).
 */
const STARTS = 15;

export async function medianFilm(scene: EngineScene, run: (scene: EngineScene) => Film | Promise<Film>): Promise<Film> {
  const films: Film[] = [];
  for (let i = 0; i < STARTS; i++) films.push(await run(startedEarlier(scene, ((i + 0.5) / STARTS) * STEP)));
  const last = ({ energy }: Film) => energy[energy.length - 1];
  return films.sort((a, b) => last(a) - last(b))[(STARTS - 1) / 2];
}

/** @param by s */
function startedEarlier(scene: EngineScene, by: number): EngineScene {
  const bodies = scene.bodies.map((body) => {
    const [x, y, z] = body.position;
    const [u, v, w] = body.velocity;
    return { ...body, position: [x - by * u, y - by * v, z - by * w] as const };
  });
  return { ...scene, bodies };
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
