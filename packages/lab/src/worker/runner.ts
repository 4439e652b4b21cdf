/**
 * The worker as the page uses it: one computation at a time, which can be cancelled at any moment.
 *
 * A computation is not asked to stop, its worker is ended: no study can keep it from ending. A new worker is then made for the next one.
 */

import type { Study } from "carom/study";
import { proxy, type Remote, wrap } from "comlink";
import { createSpare } from "../shell/spare.js";
import type { MeshText, SoftStudy } from "../soft/mesh-file.js";
import type { Answer, Progress, Result, StudyWorker } from "./messages.js";

export class Cancelled extends Error {
  override readonly name = "Cancelled";
}

export interface Runner {
  parse(text: string, files?: ReadonlyMap<string, string>): Promise<Answer<Study>>;
  withMeshes(study: SoftStudy, files: readonly MeshText[], scale: number): Promise<Answer<SoftStudy>>;
  run(study: Study, progress?: (progress: Progress) => void): Promise<Answer<Result>>;
  /** Ends what is being computed; whoever waits for it gets `Cancelled`. To be called also when a runner is no longer needed. */
  cancel(): void;
}

interface Computing {
  readonly worker: Worker;
  readonly remote: Remote<StudyWorker>;
}

/** A worker that has nothing to do, kept for the next runner: starting one takes as long as reading the library. */
const idle = createSpare<Computing>();

function takeWorker(): Computing {
  const found = idle.take();
  if (found !== undefined) return found;
  const worker = new Worker(new URL("./study-worker.ts", import.meta.url), { type: "module" });
  return { worker, remote: wrap<StudyWorker>(worker) };
}

export function createRunner(): Runner {
  let running: Computing | undefined;
  let abandon: ((reason: Cancelled) => void) | undefined;

  function remote(): Remote<StudyWorker> {
    running ??= takeWorker();
    return running.remote;
  }

  function cancel(): void {
    const busy = abandon !== undefined;
    if (running !== undefined && (busy || !idle.keep(running))) running.worker.terminate();
    running = undefined;
    abandon?.(new Cancelled("cancelled"));
    abandon = undefined;
  }

  function orCancelled<T>(work: Promise<T>): Promise<T> {
    return new Promise<T>((done, fail) => {
      const { worker } = running!;
      const failed = (event: ErrorEvent) => settle(() => fail(new Error(event.message || "the worker could not start")));
      const settle = (how: () => void) => {
        worker.removeEventListener("error", failed);
        if (abandon === fail) abandon = undefined;
        how();
      };
      abandon = fail;
      // A worker that cannot even start says so here.
      worker.addEventListener("error", failed);
      work.then(
        (value) => settle(() => done(value)),
        (error: Error) => settle(() => fail(error)),
      );
    });
  }

  return {
    parse: (text, files) => orCancelled(remote().parse(text, files) as Promise<Answer<Study>>),
    withMeshes: (study, files, scale) => orCancelled(remote().withMeshes(study, files, scale) as Promise<Answer<SoftStudy>>),
    run: (study, progress) =>
      orCancelled(remote().run(study, progress === undefined ? undefined : proxy(progress)) as Promise<Answer<Result>>),
    cancel,
  };
}
