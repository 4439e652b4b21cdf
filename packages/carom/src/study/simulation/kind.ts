import type { StudyKind } from "../format/kind.js";
import { computedBy } from "./computed-by.js";
import { filesNamedByMotions, withRecords } from "./ground-record.js";
import { filesNamedByShapes, withMeshShapes } from "./mesh-shapes.js";
import { simulationQuantity } from "./quantities.js";
import type { RunCheckpoint, SimulationResult } from "./result.js";
import { checkSimulation, runSimulation, type SimulationProgress, startSimulation } from "./run.js";
import { type SimulationStudy, simulationStudySchema } from "./schema.js";
import { simulationDetails, simulationSentence, simulationWarnings } from "./sentence.js";
import { simulationTables } from "./tables.js";
import { simulationShortfall, simulationWord } from "./word.js";

export const simulation: StudyKind<SimulationStudy, SimulationResult, SimulationProgress, RunCheckpoint> = {
  kind: "simulation",
  summary: "bodies in time",
  schemas: [simulationStudySchema],
  usesLaw: true,
  computedBy,
  files: {
    named: (study) => [...filesNamedByMotions(study), ...filesNamedByShapes(study)],
    filled: (study, files) => withMeshShapes(withRecords(study, files), files),
  },
  check: checkSimulation,
  run: runSimulation,
  start: startSimulation,
  quantity: simulationQuantity,
  word: simulationWord,
  shortfall: simulationShortfall,
  sentence: simulationSentence,
  details: simulationDetails,
  warnings: simulationWarnings,
  tables: simulationTables,
};
