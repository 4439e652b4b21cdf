/** Keys of the builder: everything that a hand can do. */
import { type RefObject, useCallback, useEffect, useRef } from "react";
import { Vector3 } from "three";
import { isTyping, type KeyRow, useKeyList } from "../shell/keys.js";
import { useEscape } from "../ui/use-escape.js";
import type { PlayFuture } from "./future/use-play-future.js";
import { nudged } from "./hands/move.js";
import { facingAxis, turned } from "./hands/turn.js";
import { LETTERS, type Piece } from "./palette.js";
import type { StageControl } from "./stage/build-stage.js";
import type { Builder } from "./use-builder.js";

const LIST: readonly KeyRow[] = [
  ["A, letter", "puts something: B ball, X box, R rod, C capsule, Y cylinder, F floor, P ramp, H hinge, M motor, S mesh"],
  ["arrows", "move what is selected along the ground; with Shift ten times as far, with Alt up and down"],
  ["[ ]", "turn it; with Shift by 15 degrees; Q the next axis"],
  ["V, W", "the arrow of its velocity, of its spin: then arrows"],
  ["R", "knobs for its size"],
  ["Enter", "types its numbers"],
  ["N", "selects the next"],
  ["Del, Ctrl D", "deletes it; puts a copy beside it"],
  ["Ctrl Z, Shift Ctrl Z", "takes back the last change; does it again"],
  ["Space, Home", "plays what will happen; back to building"],
  ["0, .", "camera home; comes nearer to what is selected"],
  ["Y, E", "the tree; the text of the study"],
  ["Esc", "takes back what the hand holds; selects nothing"],
];

interface BuildKeys {
  readonly builder: Builder;
  readonly stage: RefObject<StageControl | null>;
  readonly play: PlayFuture;
  readonly about: number | undefined;
  readonly actions: {
    readonly put: (piece: Piece) => void;
    readonly lettered: (on: boolean) => void;
    readonly edit: () => void;
    readonly size: () => void;
    readonly axis: () => void;
  };
}

/** Degrees. */
const TURN = 1;
const EVEN = 15;

export function useBuildKeys(keys: BuildKeys): void {
  useKeyList(LIST);
  const { builder, play } = keys;
  const away = play.time > 0 || play.playing;
  const { select } = builder;
  const deselect = useCallback(() => select(undefined), [select]);
  useEscape(builder.selected !== undefined, deselect);
  useEscape(away, play.rewind);
  const latest = useRef(keys);
  latest.current = keys;
  const waiting = useRef(false);
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const { builder, actions } = latest.current;
      if (isTyping(event)) return;
      const letter = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      if (event.ctrlKey || event.metaKey) {
        const act = { z: event.shiftKey ? builder.redo : builder.undo, d: builder.duplicate, y: builder.redo }[letter];
        if (act === undefined) return;
        event.preventDefault();
        act();
        return;
      }
      if (waiting.current) {
        waiting.current = false;
        actions.lettered(false);
        const piece = LETTERS.get(letter);
        if (piece === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        actions.put(piece);
        return;
      }
      if (letter === "a") {
        waiting.current = true;
        actions.lettered(true);
        event.stopPropagation();
        return;
      }
      const act = actionOf(letter, event, latest.current);
      if (act === undefined || (/^( |Enter)$/.test(event.key) && isPressed(event.target))) return;
      event.preventDefault();
      event.stopPropagation();
      act();
    };
    // Before the keys of the page: B after A is a ball.
    window.addEventListener("keydown", pressed, true);
    return () => window.removeEventListener("keydown", pressed, true);
  }, []);
}

function actionOf(letter: string, event: KeyboardEvent, { builder, stage, play, about, actions }: BuildKeys): (() => void) | undefined {
  const { selected, world } = builder;
  const focus = (selector: string) => document.querySelector<HTMLElement>(selector)?.focus();
  const plain: Record<string, () => void> = {
    " ": play.toggle,
    Home: play.rewind,
    "0": () => stage.current?.home(),
    ".": () => stage.current?.frame(selected),
    e: actions.edit,
    y: () => focus(".build-tree [role=treeitem][tabindex='0']"),
    v: () => focus("[data-handle=velocity]"),
    w: () => focus("[data-handle=spin]"),
    r: actions.size,
    q: actions.axis,
    n: () => {
      const names = [...world.entities.keys()];
      builder.select(names[(names.indexOf(selected ?? "") + 1) % names.length]);
    },
    Enter: () => focus(".build-panel .number-field input"),
    Delete: builder.remove,
    Backspace: builder.remove,
  };
  if (Object.hasOwn(plain, letter)) return plain[letter];
  // A knob that has the focus answers arrows itself.
  if (event.target instanceof Element && event.target.closest("[role=slider], [role=treeitem]") !== null) return undefined;
  const grip = selected === undefined || play.time > 0 ? undefined : stage.current?.gripOf(selected);
  if (grip === undefined) return undefined;
  const by = event.shiftKey ? 10 : 1;
  const move = (right: number, away: number, up: number) => () => builder.write(nudged(grip, right * by, away * by, up * by).text);
  const turn = (sense: number) => () => {
    const axis = new Vector3();
    axis.setComponent(about ?? facingAxis(grip.view), 1);
    builder.write(turned(grip, axis, (sense * (event.shiftKey ? EVEN : TURN) * Math.PI) / 180));
  };
  return {
    ArrowRight: move(1, 0, 0),
    ArrowLeft: move(-1, 0, 0),
    ArrowUp: event.altKey ? move(0, 0, 1) : move(0, 1, 0),
    ArrowDown: event.altKey ? move(0, 0, -1) : move(0, -1, 0),
    "[": turn(1),
    "]": turn(-1),
    "{": turn(1),
    "}": turn(-1),
  }[letter];
}

/** What a key presses that has the focus. */
function isPressed(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("button, a, summary, [role=menuitem]") !== null;
}
