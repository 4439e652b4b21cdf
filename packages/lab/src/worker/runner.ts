/**
 * The worker as the page uses it: one computation at a time, which can be cancelled at any moment.
 *
 * A computation is not asked to stop, its worker is ended: no study can keep it from ending. A new worker is then made for the next one.
 */

import type { Study } from "carom/study";
import { proxy, type Remote, wrap } from "comlink";
import type { Answer, Progress, Result, StudyWorker } from "./messages.js";

export class Cancelled extends Error {
  override readonly name = "Cancelled";
}

export interface Runner {
  parse(text: string): Promise<Answer<Study>>;
  run(study: Study, progress?: (progress: Progress) => void): Promise<Answer<Result>>;
  /** Ends what is being computed; whoever waits for it gets `Cancelled`. */
  cancel(): void;
}

export function createRunner(): Runner {
  let running: { readonly worker: Worker; readonly remote: Remote<StudyWorker> } | undefined;
  let abandon: ((reason: Cancelled) => void) | undefined;

  function remote(): Remote<StudyWorker> {
    if (running === undefined) {
      const worker = new Worker(new URL("./study-worker.ts", import.meta.url), { type: "module" });
      running = { worker, remote: wrap<StudyWorker>(worker) };
    }
    return running.remote;
  }

  function cancel(): void {
    running?.worker.terminate();
    running = undefined;
    abandon?.(new Cancelled("cancelled"));
    abandon = undefined;
  }

  function orCancelled<T>(work: Promise<T>): Promise<T> {
    return new Promise<T>((done, fail) => {
      abandon = fail;
      const { worker } = running!;
      // A worker that cannot even start says so here.
      worker.addEventListener("error", (event) => fail(new Error(event.message || "the worker could not start")), { once: true });
      work.then(done, fail);
    });
  }

  return {
    parse: (text) => orCancelled(remote().parse(text) as Promise<Answer<Study>>),
    run: (study, progress) =>
      orCancelled(remote().run(study, progress === undefined ? undefined : proxy(progress)) as Promise<Answer<Result>>),
    cancel,
  };
}
