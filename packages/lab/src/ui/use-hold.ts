import { type MouseEvent, type PointerEvent, useRef } from "react";

/** Press anywhere in a picture to take hold of its cursor; it follows until it is let go. */
export function useHold<E extends Element>(move: (event: PointerEvent<E>) => void) {
  const held = useRef(false);
  const letGo = () => {
    held.current = false;
  };
  return {
    onPointerDown: (event: PointerEvent<E>) => {
      held.current = true;
      event.currentTarget.setPointerCapture(event.pointerId);
      move(event);
    },
    onPointerMove: (event: PointerEvent<E>) => {
      if (held.current) move(event);
    },
    onPointerUp: letGo,
    onPointerCancel: letGo,
    // No selection of words, no dragging of what was selected.
    onMouseDown: (event: MouseEvent) => event.preventDefault(),
  };
}
