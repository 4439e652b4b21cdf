/** At most one call per frame, with the newest argument: pointers report faster than screens draw. */
import { useEffect, useMemo, useRef } from "react";
import { flushSync } from "react-dom";

export interface FrameCall<T> {
  (value: T): void;
  /** What is waiting, at once. */
  flush(): void;
}

/** Drags that the browser keeps for whoever measures them. */
const MOST_TOLD = 1000;

export function useFrameCall<T>(call: (value: T) => void): FrameCall<T> {
  const latest = useRef(call);
  latest.current = call;
  const frameCall = useMemo(() => {
    let waiting: { readonly value: T } | undefined;
    let frame = 0;
    let told = 0;
    const run = () => {
      frame = 0;
      const now = waiting;
      waiting = undefined;
      if (now === undefined) return;
      performance.mark("carom-drag-start");
      flushSync(() => latest.current(now.value));
      performance.measure("carom-drag", "carom-drag-start");
      performance.clearMarks("carom-drag-start");
      if (++told % MOST_TOLD === 0) performance.clearMeasures("carom-drag");
    };
    const request = (value: T) => {
      waiting = { value };
      if (frame === 0) frame = requestAnimationFrame(run);
    };
    return Object.assign(request, {
      flush: () => {
        cancelAnimationFrame(frame);
        run();
      },
    });
  }, []);
  useEffect(() => () => frameCall.flush(), [frameCall]);
  return frameCall;
}
