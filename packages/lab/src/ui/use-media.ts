import { useSyncExternalStore } from "react";

interface Media {
  readonly subscribe: (changed: () => void) => () => void;
  readonly matches: () => boolean;
}

/** One list per query: pages that redraw with every frame must not ask the browser anew. */
const known = new Map<string, Media>();

function mediaOf(query: string): Media {
  const before = known.get(query);
  if (before !== undefined) return before;
  const list = window.matchMedia(query);
  const media: Media = {
    subscribe: (changed) => {
      list.addEventListener("change", changed);
      return () => list.removeEventListener("change", changed);
    },
    matches: () => list.matches,
  };
  known.set(query, media);
  return media;
}

/** Whether a media query holds now. */
export function useMedia(query: string): boolean {
  const { subscribe, matches } = mediaOf(query);
  return useSyncExternalStore(subscribe, matches);
}

/** As the design has it: a phone, or a window as narrow. */
export const PHONE = "(max-width: 719px)";
