/** The study that is being built: its text with all steps, what is selected, and what may be done to it. */
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { type World, worldOf } from "./scene/world.js";
import { type Added, duplicated } from "./text/gestures.js";
import { abandoned, begun, changed, ended, type History, keep, redone, undone } from "./text/history.js";
import { freeName, removed, renamed } from "./text/names.js";

/** After the last change, before it is kept, ms. */
const KEPT_AFTER = 200;
/** While a hand is at work it changes with every frame, however slow, and to keep it takes as long as to draw it. */
const KEPT_AFTER_HELD = 1000;

export interface Builder {
  readonly text: string;
  readonly world: World;
  /** Name of a body, `material`, `gravity` or `contacts 2`; undefined: nothing. */
  readonly selected: string | undefined;
  readonly select: (name: string | undefined) => void;
  /** Writes a text: one step, or, while a gesture goes on, part of it. */
  readonly write: (text: string) => void;
  /** Something new, which is then selected. */
  readonly add: (added: Added) => void;
  readonly begin: () => void;
  readonly end: () => void;
  readonly abandon: () => void;
  readonly holding: boolean;
  readonly undo?: () => void;
  readonly redo?: () => void;
  readonly remove: () => void;
  readonly duplicate: () => void;
  readonly rename: (name: string, to: string) => void;
  /** The storage takes nothing more. */
  readonly unkept: boolean;
  /** Where the text differs from the last step. */
  readonly before: string | undefined;
}

export function useBuilder(first: History, onChange: () => void): Builder {
  const [history, setHistory] = useState(first);
  const [selected, select] = useState<string | undefined>(() => firstBody(first.text));
  const [unkept, setUnkept] = useState(false);
  const latest = useRef(history);
  latest.current = history;
  const told = useRef(onChange);
  told.current = onChange;

  const put = useCallback((change: (before: History) => History) => {
    const next = change(latest.current);
    if (next === latest.current) return;
    const moved = next.text !== latest.current.text;
    latest.current = next;
    setHistory(next);
    if (moved) told.current();
  }, []);

  const { text } = history;
  const world = useMemo(() => worldOf(text), [text]);
  const held = history.held !== undefined;

  // Kept soon after a change, and at the latest when the page goes.
  useEffect(() => {
    if (history === first && history.past.length === 0) return;
    const timer = setTimeout(() => setUnkept(!keep(latest.current)), held ? KEPT_AFTER_HELD : KEPT_AFTER);
    return () => clearTimeout(timer);
  }, [history, held, first]);
  useEffect(() => {
    const gone = () => {
      if (latest.current !== first) keep(latest.current);
    };
    window.addEventListener("pagehide", gone);
    return () => {
      window.removeEventListener("pagehide", gone);
      gone();
    };
  }, [first]);

  const write = useCallback((next: string) => put((before) => changed(before, next)), [put]);
  const add = useCallback(
    ({ text: next, name }: Added) => {
      write(next);
      select(name);
    },
    [write],
  );
  const begin = useCallback(() => put(begun), [put]);
  const end = useCallback(() => put(ended), [put]);
  const abandon = useCallback(() => put(abandoned), [put]);
  const undo = useCallback(() => put(undone), [put]);
  const redo = useCallback(() => put(redone), [put]);
  const remove = useCallback(() => {
    if (selected === undefined || !world.entities.has(selected)) return;
    write(removed(latest.current.text, selected));
    select(undefined);
  }, [selected, world, write]);
  const duplicate = useCallback(() => {
    if (selected === undefined || !world.entities.has(selected)) return;
    add(duplicated(latest.current.text, worldOf(latest.current.text), selected));
  }, [selected, world, add]);
  const rename = useCallback(
    (name: string, to: string) => {
      const wanted = to.trim();
      if (wanted === "" || wanted === name) return;
      const { study } = worldOf(latest.current.text);
      const free = freeName(study, wanted);
      write(renamed(latest.current.text, study, name, free));
      select(free);
    },
    [write],
  );
  const known = selected === undefined || world.entities.has(selected) || /^(material|gravity|contacts \d+|loads \d+)$/.test(selected);
  return useMemo(
    () => ({
      text,
      world,
      selected: known ? selected : undefined,
      select,
      write,
      add,
      begin,
      end,
      abandon,
      holding: held,
      ...(history.past.length > 0 ? { undo } : {}),
      ...(history.future.length > 0 ? { redo } : {}),
      remove,
      duplicate,
      rename,
      unkept,
      before: history.held ?? history.past[history.past.length - 1],
    }),
    [text, world, known, selected, write, add, begin, end, abandon, held, history, undo, redo, remove, duplicate, rename, unkept],
  );
}

/** The first that moves. */
function firstBody(text: string): string | undefined {
  return [...worldOf(text).entities.values()].find(({ kind }) => kind === "body")?.name;
}
