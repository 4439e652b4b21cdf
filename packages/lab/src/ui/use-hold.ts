import { type MouseEvent, type PointerEvent, useRef } from "react";

/** A pointer that goes no farther than this between down and up has pressed, px. */
const STILL = 4;

/**
 * Press anywhere in a picture to take hold of its cursor; it follows until it is let go.
 * @param press where the pointer was let go without having been moved. The picture has captured the pointer: no part of it is told.
 */
export function useHold<E extends Element>(move: (event: PointerEvent<E>) => void, press?: (event: PointerEvent<E>) => void) {
  const held = useRef(false);
  const from = useRef<{ readonly x: number; readonly y: number }>(undefined);
  const letGo = () => {
    held.current = false;
    from.current = undefined;
  };
  return {
    onPointerDown: (event: PointerEvent<E>) => {
      held.current = true;
      from.current = { x: event.clientX, y: event.clientY };
      event.currentTarget.setPointerCapture(event.pointerId);
      move(event);
    },
    onPointerMove: (event: PointerEvent<E>) => {
      if (held.current) move(event);
    },
    onPointerUp: (event: PointerEvent<E>) => {
      const { x, y } = from.current ?? { x: Number.NaN, y: Number.NaN };
      letGo();
      if (Math.hypot(event.clientX - x, event.clientY - y) < STILL) press?.(event);
    },
    onPointerCancel: letGo,
    // No selection of words, no dragging of what was selected.
    onMouseDown: (event: MouseEvent) => event.preventDefault(),
  };
}
