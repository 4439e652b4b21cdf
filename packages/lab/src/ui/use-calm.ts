import { useEffect, useRef, useState } from "react";

/** While something is held, what is drawn of it is drawn anew so often, ms. */
const CALM = 400;

/** A value that changes with every frame, for what is costly to draw: at once, but while a hand is at work only now and then. */
export function useCalm<T>(value: T, busy: boolean): T {
  const [calm, setCalm] = useState(value);
  const latest = useRef(value);
  latest.current = value;
  useEffect(() => {
    if (!busy) return;
    setCalm(latest.current);
    const timer = setInterval(() => setCalm(latest.current), CALM);
    return () => clearInterval(timer);
  }, [busy]);
  return busy ? calm : value;
}
