import { type RefObject, useLayoutEffect, useRef, useState } from "react";

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The size of an element as it is laid out; undefined before that. */
export function useSize<E extends Element>(): [RefObject<E | null>, Size | undefined] {
  const element = useRef<E>(null);
  const [size, setSize] = useState<Size>();
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return;
    const measure = () => {
      const { width, height } = current.getBoundingClientRect();
      setSize((before) => (before?.width === width && before.height === height ? before : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return [element, size];
}
