/**
 * The worker as the page uses it: one computation at a time, which can be cancelled at any moment.
 *
 * A computation is not asked to stop, its worker is ended: no study can keep it from ending. A new worker is then made for the next one.
 */

import { proxy, wrap } from "comlink";
import { createSpare } from "../shell/spare.js";
import type { StudyWorker } from "./messages.js";

export class Cancelled extends Error {
  override readonly name = "Cancelled";
}

export interface Runner extends StudyWorker {
  /** Ends what is being computed; whoever waits for it gets `Cancelled`. To be called also when a runner is no longer needed. */
  cancel(): void;
}

interface Computing {
  readonly worker: Worker;
  /** What comes back is copied: its types are those of the worker. */
  readonly remote: StudyWorker;
}

/** A worker that has nothing to do, kept for the next runner: starting one takes as long as reading the library. */
const idle = createSpare<Computing>();

function takeWorker(): Computing {
  const found = idle.take();
  if (found !== undefined) return found;
  const worker = new Worker(new URL("./study-worker.ts", import.meta.url), { type: "module" });
  return { worker, remote: wrap<StudyWorker>(worker) as unknown as StudyWorker };
}

export function createRunner(): Runner {
  let running: Computing | undefined;
  let abandon: ((reason: Cancelled) => void) | undefined;

  function remote(): StudyWorker {
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
    parse: (text, files) => orCancelled(remote().parse(text, files)),
    withMeshes: (study, files, scale) => orCancelled(remote().withMeshes(study, files, scale)),
    run: (study) => orCancelled(remote().run(study)),
    evaluate: (study, whats) => orCancelled(remote().evaluate(study, whats)),
    open: (problem, law, options, impulse) => orCancelled(remote().open(problem, law, options, impulse)),
    watch: (study, progress) => {
      // The worker holds what it tells its progress to until its garbage is collected: the page that asked is not to wait for that.
      let told: typeof progress | undefined = progress;
      const work = orCancelled(
        remote().watch(
          study,
          proxy((now) => told?.(now)),
        ),
      );
      return work.finally(() => {
        told = undefined;
      });
    },
    begin: (text) => orCancelled(remote().begin(text)),
    goOn: (milliseconds) => orCancelled(remote().goOn(milliseconds)),
    robot: (text, urdf, files, place) => orCancelled(remote().robot(text, urdf, files, place)),
    motion: (file) => orCancelled(remote().motion(file)),
    mesh: (file, unit) => orCancelled(remote().mesh(file, unit)),
    cancel,
  };
}
