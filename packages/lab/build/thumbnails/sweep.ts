/** The places of the first runs among the first two things that vary; nothing is run. */
import { planSweep, type StudyOf } from "carom/study";
import { createPen, HEIGHT, type Pictured, WIDTH } from "./drawing.js";

const MOST_RUNS = 160;
const MARGIN = 20;

export function sweepPicture(study: StudyOf<"sweep">): Pictured {
  const plan = planSweep(study);
  const uniforms = new Float64Array(plan.entries.reduce((sum, { dimensions }) => sum + dimensions, 0));
  const pen = createPen();
  const shown = Math.min(MOST_RUNS, plan.runs);
  // Of a grid the runs that are shown are spread over all of it.
  for (let i = 0; i < shown; i++) {
    plan.uniforms(Math.floor((i * plan.runs) / shown), uniforms);
    const across = uniforms[0];
    const up = uniforms.length > 1 ? uniforms[1] : (i + 0.5) / shown;
    pen.circle("ink", [MARGIN + across * (WIDTH - 2 * MARGIN), HEIGHT - MARGIN - up * (HEIGHT - 2 * MARGIN)], 1.6);
  }
  return { thumbnail: pen.done(), facts: { runs: plan.runs } };
}
