/** The result of a study, computed in the worker, as far as it has come. */
import type { Study } from "carom/study";
import { useCallback, useEffect, useRef, useState } from "react";
import type { Failure, Progress, WatchedOf } from "../worker/messages.js";
import { Cancelled, createRunner, type Runner } from "../worker/runner.js";

export interface Computation<R = WatchedOf> {
  /** The newest complete result; of an earlier study while `running` or after a `failure`. */
  readonly result?: R;
  readonly running: boolean;
  readonly progress?: Progress;
  readonly failure?: Failure;
  /** Ended by the user; `progress` holds what there was. */
  readonly cancelled: boolean;
  /** What the last complete computation took, ms. */
  readonly milliseconds?: number;
  readonly cancel: () => void;
}

type State<R> = Omit<Computation<R>, "cancel">;

/** @param study undefined: there is nothing to compute */
export function useResult<S extends Study>(study: S | undefined): Computation<WatchedOf<S["kind"]>> {
  const runner = useRef<Runner>(undefined);
  const [state, setState] = useState<State<WatchedOf<S["kind"]>>>({ running: true, cancelled: false });

  useEffect(() => {
    if (study === undefined) return;
    runner.current ??= createRunner();
    const own = runner.current;
    let current = true;
    setState(({ result, milliseconds }) => ({
      ...(result === undefined ? {} : { result }),
      ...(milliseconds === undefined ? {} : { milliseconds }),
      running: true,
      cancelled: false,
    }));
    const progress = (report: Progress) => {
      if (!current) return;
      setState((before) => {
        // Most reports carry no record: the last one that did is still good.
        const { record = before.progress?.record, problems = before.progress?.problems, coarse = before.progress?.coarse } = report;
        const kept = {
          ...(record === undefined ? {} : { record }),
          ...(problems === undefined ? {} : { problems }),
          ...(coarse === undefined ? {} : { coarse }),
        };
        return before.running ? { ...before, progress: { ...report, ...kept } } : before;
      });
    };
    own.watch(study, progress).then(
      (answer) => {
        if (!current) return;
        // Its worker is free for what a view asks besides.
        own.cancel();
        if ("failure" in answer)
          setState(({ result }) => ({
            ...(result === undefined ? {} : { result }),
            running: false,
            cancelled: false,
            failure: answer.failure,
          }));
        else setState({ result: answer.value, milliseconds: answer.milliseconds, running: false, cancelled: false });
      },
      (error: Error) => {
        if (!current) return;
        if (error instanceof Cancelled) setState((before) => ({ ...before, running: false, cancelled: true }));
        else setState({ running: false, cancelled: false, failure: { message: error.message } });
      },
    );
    return () => {
      current = false;
      own.cancel();
    };
  }, [study]);

  const cancel = useCallback(() => runner.current?.cancel(), []);
  return { ...state, cancel };
}
