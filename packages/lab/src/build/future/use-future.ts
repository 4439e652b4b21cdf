/** The future of the text as it is now, as far as it is known. */
import { useCallback, useEffect, useRef, useState } from "react";
import type { Foreseen } from "../../worker/foresee.js";
import type { Failure } from "../../worker/messages.js";
import { Cancelled, createRunner, type Runner } from "../../worker/runner.js";

/** A run goes on for so long before it looks whether the text is the same, ms; at first less, so that something is there soon. */
const AT_A_TIME = 30;
const AT_FIRST = 8;
/** A run that does not come back for so long while another is wanted is ended, ms. */
const STUCK = 400;
/** Between two beginnings at least, ms. */
const APART = 50;

export interface Future {
  /** The newest that is known: of the text as it is, or, until that is known, of one before. */
  readonly seen?: Foreseen;
  /** Whether `seen` is of the text as it is. */
  readonly current: boolean;
  /** Why the text as it is cannot run. */
  readonly failure?: Failure;
  readonly running: boolean;
  readonly cancelled: boolean;
}

const NOTHING: Future = { current: false, running: false, cancelled: false };

/** @param text undefined: there is nothing that could move */
export function useFuture(text: string | undefined): Future & { readonly cancel: () => void } {
  const [future, setFuture] = useState<Future>(NOTHING);
  const pump = useRef<Pump>(undefined);
  useEffect(() => {
    const { tell, end } = oncePerFrame(setFuture);
    const own = createPump(tell);
    pump.current = own;
    return () => {
      own.end();
      end();
    };
  }, []);
  useEffect(() => pump.current?.want(text), [text]);
  const cancel = useCallback(() => pump.current?.cancel(), []);
  return { ...future, cancel };
}

type Change = (before: Future) => Future;

/** At the latest so long after a change it is told, ms: pages that are not seen draw no frames. */
const LATE = 100;

/** Changes that come between two frames are told together: each of them would draw the page anew. */
function oncePerFrame(set: (change: Change) => void): { readonly tell: (change: Change) => void; readonly end: () => void } {
  let waiting: Change[] = [];
  let frame = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    timer = undefined;
  };
  const flush = () => {
    stop();
    const changes = waiting;
    waiting = [];
    set((before) => changes.reduce((now, change) => change(now), before));
  };
  return {
    tell: (change) => {
      waiting.push(change);
      if (waiting.length > 1) return;
      frame = requestAnimationFrame(flush);
      timer = setTimeout(flush, LATE);
    },
    end: stop,
  };
}

interface Pump {
  want(text: string | undefined): void;
  cancel(): void;
  end(): void;
}

function createPump(tell: (change: (before: Future) => Future) => void): Pump {
  const runner: Runner = createRunner();
  let wanted: string | undefined;
  let pumping = false;
  let ended = false;
  /** The text whose run was ended by the user. */
  let stopped: string | undefined;

  /** One text until it is done, fails, or is no longer wanted. */
  async function follow(text: string): Promise<void> {
    const begun = await watched(runner.begin(text), text);
    if (wanted !== text) return;
    if (begun !== undefined && "failure" in begun)
      return tell(({ seen }) => ({ ...(seen && { seen }), current: false, running: false, cancelled: false, failure: begun.failure }));
    for (let first = true; wanted === text; first = false) {
      const answer = await watched(runner.goOn(first ? AT_FIRST : AT_A_TIME), text);
      if (answer === undefined || wanted !== text) return;
      if ("failure" in answer)
        return tell(({ seen }) => ({ ...(seen && { seen }), current: false, running: false, cancelled: false, failure: answer.failure }));
      const { value } = answer;
      tell(() => ({ seen: value, current: true, running: !value.done, cancelled: false }));
      if (value.done) return;
    }
  }

  /** An answer, unless it takes long while something else is wanted: then the worker is ended and the next one begins afresh. */
  async function watched<T>(answer: Promise<T>, text: string): Promise<T | undefined> {
    const timer = setInterval(() => {
      if (wanted !== text) runner.cancel();
    }, STUCK);
    try {
      return await answer;
    } catch (error) {
      if (error instanceof Cancelled) return undefined;
      throw error;
    } finally {
      clearInterval(timer);
    }
  }

  async function pumpAll(): Promise<void> {
    if (pumping) return;
    pumping = true;
    let done: string | undefined;
    while (!ended && wanted !== undefined && wanted !== done && wanted !== stopped) {
      const text = wanted;
      const from = performance.now();
      tell(({ seen, failure }) => ({
        ...(seen && { seen }),
        ...(failure && { failure }),
        current: false,
        running: true,
        cancelled: false,
      }));
      await follow(text).catch((error: Error) =>
        tell(({ seen }) => ({
          ...(seen && { seen }),
          current: false,
          running: false,
          cancelled: false,
          failure: { message: error.message },
        })),
      );
      done = text;
      const rest = APART - (performance.now() - from);
      if (rest > 0 && wanted !== done) await new Promise((go) => setTimeout(go, rest));
    }
    pumping = false;
    if (!ended && wanted !== undefined && wanted !== done && wanted !== stopped) void pumpAll();
  }

  return {
    want: (text) => {
      wanted = text;
      stopped = undefined;
      if (text === undefined) tell(() => NOTHING);
      else void pumpAll();
    },
    cancel: () => {
      if (!pumping) return;
      stopped = wanted;
      wanted = undefined;
      runner.cancel();
      tell((before) => ({ ...before, running: false, cancelled: true }));
    },
    end: () => {
      ended = true;
      wanted = undefined;
      runner.cancel();
    },
  };
}
