/** Keys of the whole page. Not while something is typed, and not with Ctrl, Alt or Meta. */
import { useEffect, useRef, useSyncExternalStore } from "react";
import { createStore } from "./store.js";

/**
 * Whether a key belongs to what has the focus: text that is typed, also inside the editor, whose elements are out of sight of the page;
 * arrows of sliders and switches.
 */
export function isTyping(event: KeyboardEvent): boolean {
  return event.composedPath().some((target) => {
    if (target instanceof HTMLInputElement && /^(range|radio|checkbox|file)$/.test(target.type)) return event.key.startsWith("Arrow");
    return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
  });
}

export function useKeys(actions: Readonly<Record<string, () => void>>): void {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      if (isTyping(event) || event.ctrlKey || event.metaKey || event.altKey) return;
      const action = Object.hasOwn(latest.current, event.key) ? latest.current[event.key] : undefined;
      if (action === undefined) return;
      event.preventDefault();
      action();
    };
    window.addEventListener("keydown", key);
    return () => window.removeEventListener("keydown", key);
  }, []);
}

/** A key and what it does. */
export type KeyRow = readonly [key: string, words: string];

/** The lists of all parts of the page that take keys now. */
const lists = createStore<readonly (readonly KeyRow[])[]>([]);

/** Puts these keys on the list that `?` shows, as long as the part is on the page. @param rows a constant */
export function useKeyList(rows: readonly KeyRow[]): void {
  useEffect(() => {
    lists.set([...lists.get(), rows]);
    return () => lists.set(lists.get().filter((other) => other !== rows));
  }, [rows]);
}

export function useListedKeys(): readonly KeyRow[] {
  return useSyncExternalStore(lists.subscribe, lists.get).flat();
}
