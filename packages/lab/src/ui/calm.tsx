import { type ReactNode, useEffect, useRef, useState } from "react";

/** While a hand is at work, what follows it more slowly is drawn anew once in so many frames. */
const PERIOD = 15;
/** Parts of the page that take turns: no frame draws two of them. */
const TURNS = 3;

interface CalmProps {
  /** A hand is at work. */
  readonly busy: boolean;
  /** When in a period it is drawn. */
  readonly turn: 0 | 1 | 2;
  readonly children: ReactNode;
}

/**
 * Draws its children at once, but while a hand is at work only now and then: until then they are the very elements of the last time, which
 * React passes over. Frames are counted, not time: where they are slow, it is not all drawn in each of them.
 */
export function Calm({ busy, turn, children }: CalmProps): ReactNode {
  const latest = useRef(children);
  latest.current = children;
  const [kept, setKept] = useState<ReactNode>(children);
  useEffect(() => {
    if (!busy) return;
    setKept(latest.current);
    let count = 0;
    let frame = 0;
    const next = () => {
      frame = requestAnimationFrame(next);
      if (++count % PERIOD === (turn + 1) * (PERIOD / TURNS) - 1) setKept(latest.current);
    };
    frame = requestAnimationFrame(next);
    return () => cancelAnimationFrame(frame);
  }, [busy, turn]);
  return busy ? kept : children;
}
