/** A run as a model that moves, by the same code as `carom export`. */
import { glbPieces, rowsOfResult, runInSpace } from "carom/export";
import type { SimulationStudy } from "carom/study";
import { createRunner } from "../worker/runner.js";

export async function glbOf(study: SimulationStudy): Promise<Blob> {
  const runner = createRunner();
  try {
    const answer = await runner.run(study);
    if ("failure" in answer) throw new Error(answer.failure.message);
    const pieces: Uint8Array[] = [];
    for await (const piece of glbPieces(await runInSpace(study, rowsOfResult(answer.value)))) pieces.push(piece);
    return new Blob(pieces as BlobPart[], { type: "model/gltf-binary" });
  } finally {
    runner.cancel();
  }
}
