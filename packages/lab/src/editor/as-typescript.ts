/** The library call that computes a study, as a file that runs. */
import type { Study } from "carom/study";
import { jsonText } from "./json-text.js";

const CALLS: Readonly<Record<Study["kind"], readonly [string, string]>> = {
  impact: [
    "runStudy",
    "const { outcome } = runStudy(study, { history: true });\nconsole.log(outcome.impulse, outcome.velocity, outcome.energy);",
  ],
  simulation: [
    "runSimulation",
    "const result = runSimulation(study);\nconsole.log(result.status, result.time, result.ledger, result.events.length);",
  ],
  clatter: ["runClatter", "const result = runClatter(study);\nconsole.log(result.rod?.impacts ?? result.plate?.impacts);"],
  "elastic-rod": ["runElasticRod", "const result = runElasticRod(study);\nconsole.log(result.bounce);"],
  pickup: [
    "runPickup",
    "const result = runPickup(study);\nconsole.log(result.outcome, result.leastDepth?.depth, result.leastDepth?.record.work);",
  ],
  "rest-shape": [
    "runRestShape",
    "const result = runRestShape(study);\nconsole.log(result.status, result.largestDisplacement, result.volumes);",
  ],
  batting: ["runBatting", "const result = runBatting(study);\nconsole.log(result.plan);"],
};

export function asTypeScript(study: Study): string {
  const [name, call] = CALLS[study.kind];
  const { published: _published, ...rest } = study as Study & { published?: unknown };
  return `import { parseStudy, ${name} } from "carom/study";

const study = parseStudy(${jsonText(rest)});
if (study.kind !== ${JSON.stringify(study.kind)}) throw new Error("not the study this is about");

${call}
`;
}
