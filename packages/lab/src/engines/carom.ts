/** The scene in Carom, as the study that anybody can run. */
import { createRunner } from "../worker/runner.js";
import { type Film, STEP } from "./film.js";
import type { EngineScene } from "./scene.js";

export async function caromFilm({ study, bodies, duration }: EngineScene): Promise<Film> {
  const runner = createRunner();
  try {
    const answer = await runner.run(study);
    if ("failure" in answer) throw new Error(answer.failure.message);
    const { time, bodies: series, energy } = answer.value.series;
    const count = Math.round(duration / STEP);
    const rows = Array.from({ length: count + 1 }, (_, i) => {
      const row = time.findIndex((when) => when >= i * STEP - 1e-9);
      return row < 0 ? time.length - 1 : row;
    });
    return {
      engine: "Carom",
      version: "this page",
      settings: "its defaults, event by event",
      frames: rows.map((row) => ({
        position: bodies.map(({ name }) => series[name].position[row]),
        orientation: bodies.map(({ name }) => series[name].orientation[row]),
      })),
      energy: rows.map((row) => energy.kinetic[row] / energy.kinetic[0]),
    };
  } finally {
    runner.cancel();
  }
}
