import { type RefObject, useLayoutEffect, useRef, useState } from "react";

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Without what a transform makes of it: letters that are presented are the same picture, only larger. */
function laidOut(element: Element): Size {
  const { width, height } = element.getBoundingClientRect();
  const scale = element instanceof HTMLElement && element.offsetWidth > 0 ? width / element.offsetWidth : 1;
  return Math.abs(scale - 1) > 0.05 ? { width: width / scale, height: height / scale } : { width, height };
}

/** The size of an element as it is laid out; undefined before that. */
export function useSize<E extends Element>(): [RefObject<E | null>, Size | undefined] {
  const element = useRef<E>(null);
  const [size, setSize] = useState<Size>();
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return;
    const measure = () => {
      const { width, height } = laidOut(current);
      setSize((before) => (before?.width === width && before.height === height ? before : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return [element, size];
}
