/** What the hand does in the picture: it takes bodies and knobs, pulls them, and lets go. */
import { type KeyboardEvent, type PointerEvent, type RefObject, useCallback, useEffect, useRef, useState } from "react";
import type { Change, Grip, Handle, Pointer } from "../hands/handle.js";
import { moved } from "../hands/move.js";
import type { Builder } from "../use-builder.js";

/** px before a press is a pull. */
const STILL = 4;
/** A press that lasts so long asks what may be done, ms. */
const LONG = 400;
/** Pulls that the browser keeps for whoever measures them. */
const MOST_TOLD = 1000;

export interface Hands {
  /** Name of the snap that holds now. */
  readonly word: string | undefined;
  /** What is pulled now: `body`, or the id of a handle. */
  readonly holds: string | undefined;
  readonly grab: (handle: Handle, event: PointerEvent<SVGGElement>) => void;
  readonly key: (handle: Handle, event: KeyboardEvent<SVGGElement>) => void;
}

interface HandsProps {
  readonly builder: Builder;
  readonly holder: RefObject<HTMLDivElement | null>;
  /** What a body would be taken by; undefined while there is no picture. */
  readonly gripOf: (name: string) => Grip | undefined;
  readonly nameAt: (x: number, y: number) => string | undefined;
  /** A body was pressed for long, px. */
  readonly onLong: (name: string, x: number, y: number) => void;
  /** Whether handles are those of the beginning: only then something can be taken. */
  readonly building: boolean;
}

interface Held {
  readonly from: Pointer;
  readonly drag: (to: Pointer, from: Pointer) => Change;
  readonly id: number;
  /** `body`, or the id of a handle. */
  readonly what: string;
  moved: boolean;
}

/** px that a body goes ahead of the finger that pulls it: a finger would hide it. */
const LIFT = 56;

/** The lift grows with the way, so that nothing jumps. */
function lifted(to: Pointer, from: Pointer): Pointer {
  return { ...to, y: to.y - Math.min(LIFT, 2 * Math.hypot(to.x - from.x, to.y - from.y)) };
}

type Latest = RefObject<Pick<HandsProps, "builder">>;

/** What is held: pulled once a frame, let go, or taken back. */
function useHold(latest: Latest, setWord: (word: string | undefined) => void, setHolds: (what: string | undefined) => void) {
  const held = useRef<Held>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const told = useRef(0);
  const frame = useRef(0);

  const pull = useCallback(
    (to: Pointer) => {
      frame.current = 0;
      const { current } = held;
      if (current === undefined) return;
      if (!current.moved) {
        if (Math.hypot(to.x - current.from.x, to.y - current.from.y) < STILL) return;
        current.moved = true;
        clearTimeout(timer.current);
        latest.current.builder.begin();
        setHolds(current.what);
      }
      const { text, word } = current.drag(to, current.from);
      performance.mark("carom-drag");
      if (++told.current % MOST_TOLD === 0) performance.clearMarks("carom-drag");
      latest.current.builder.write(text);
      setWord(word);
    },
    [latest, setWord, setHolds],
  );
  const next = useRef<Pointer>(undefined);
  const follow = useCallback(
    (to: Pointer) => {
      next.current = to;
      if (frame.current === 0) frame.current = requestAnimationFrame(() => pull(next.current!));
    },
    [pull],
  );
  const letGo = useCallback(
    (keep: boolean) => {
      const { current } = held;
      cancelAnimationFrame(frame.current);
      frame.current = 0;
      clearTimeout(timer.current);
      held.current = undefined;
      setWord(undefined);
      setHolds(undefined);
      if (current?.moved !== true) return;
      if (keep) latest.current.builder.end();
      else latest.current.builder.abandon();
    },
    [latest, setWord, setHolds],
  );
  const take = useCallback((what: string, drag: Held["drag"], event: { readonly pointerId: number }, from: Pointer) => {
    held.current = { from, drag, id: event.pointerId, what, moved: false };
  }, []);
  /** Where nothing moves for long. */
  const wait = useCallback((then: () => void) => {
    timer.current = setTimeout(() => {
      held.current = undefined;
      then();
    }, LONG);
  }, []);
  return { held, take, pull, follow, letGo, wait };
}

export function useHands({ builder, holder, gripOf, nameAt, onLong, building }: HandsProps): Hands {
  const [word, setWord] = useState<string>();
  const [holds, setHolds] = useState<string>();
  const latest = useRef({ builder, gripOf, nameAt, onLong, building });
  latest.current = { builder, gripOf, nameAt, onLong, building };

  const pointerOf = useCallback(
    ({ clientX, clientY, altKey, shiftKey }: Pick<MouseEvent, "clientX" | "clientY" | "altKey" | "shiftKey">): Pointer => {
      const box = holder.current!.getBoundingClientRect();
      return { x: clientX - box.left, y: clientY - box.top, alt: altKey, shift: shiftKey };
    },
    [holder],
  );

  const { take, pull, letGo, follow, held, wait } = useHold(latest, setWord, setHolds);

  useEffect(() => {
    const element = holder.current;
    if (element === null) return;
    // Before the camera hears of it.
    const down = (event: globalThis.PointerEvent) => {
      if (event.button !== 0 || !event.isPrimary || !(event.target instanceof HTMLCanvasElement)) return;
      const from = pointerOf(event);
      const { nameAt: nameOf, builder: now, gripOf: grip, building: may } = latest.current;
      const name = nameOf(from.x, from.y);
      if (name === undefined) {
        now.select(undefined);
        return;
      }
      now.select(name);
      const taken = grip(name);
      if (taken === undefined || taken.entity.kind === "plane" || !may) return;
      event.stopPropagation();
      element.setPointerCapture(event.pointerId);
      take("body", (to, start) => moved(taken, event.pointerType === "touch" ? lifted(to, start) : to, start), event, from);
      wait(() => latest.current.onLong(name, from.x, from.y));
    };
    const move = (event: globalThis.PointerEvent) => {
      if (held.current?.id !== event.pointerId) return;
      follow(pointerOf(event));
    };
    const up = (event: globalThis.PointerEvent) => {
      if (held.current?.id !== event.pointerId) return;
      pull(pointerOf(event));
      letGo(true);
    };
    const lost = (event: globalThis.PointerEvent) => held.current?.id === event.pointerId && letGo(true);
    const takeBack = (event: globalThis.KeyboardEvent) => {
      if (event.key !== "Escape" || held.current === undefined) return;
      event.stopImmediatePropagation();
      event.preventDefault();
      letGo(false);
    };
    element.addEventListener("pointerdown", down, true);
    element.addEventListener("pointermove", move);
    element.addEventListener("pointerup", up);
    element.addEventListener("pointercancel", lost);
    window.addEventListener("keydown", takeBack, true);
    return () => {
      element.removeEventListener("pointerdown", down, true);
      element.removeEventListener("pointermove", move);
      element.removeEventListener("pointerup", up);
      element.removeEventListener("pointercancel", lost);
      window.removeEventListener("keydown", takeBack, true);
      letGo(true);
    };
  }, [holder, pointerOf, held, follow, pull, letGo, take, wait]);

  const grab = useCallback(
    (handle: Handle, event: PointerEvent<SVGGElement>) => {
      if (event.button !== 0) return;
      event.stopPropagation();
      event.currentTarget.focus();
      holder.current?.setPointerCapture(event.pointerId);
      take(handle.id, handle.drag, event, pointerOf(event));
    },
    [holder, take, pointerOf],
  );

  const key = useCallback((handle: Handle, event: KeyboardEvent<SVGGElement>) => {
    const step = event.shiftKey ? 10 : 1;
    const way = { ArrowRight: [step, 0], ArrowLeft: [-step, 0], ArrowUp: [0, step], ArrowDown: [0, -step] }[event.key];
    if (way === undefined || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    latest.current.builder.write(handle.nudge(way[0], way[1]).text);
  }, []);

  return { word, holds, grab, key };
}
