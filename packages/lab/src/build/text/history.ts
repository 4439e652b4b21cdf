/** The text of a study and all steps that led to it. One gesture is one step, however often it changed the text on its way. */

export interface History {
  readonly text: string;
  readonly past: readonly string[];
  readonly future: readonly string[];
  /** The text as it was before the gesture that is going on. */
  readonly held?: string;
}

/** Steps that can be taken back. */
const MOST_STEPS = 500;

export function historyOf(text: string): History {
  return { text, past: [], future: [] };
}

/** A step by itself; while a gesture goes on, part of it. */
export function changed(history: History, text: string): History {
  if (text === history.text) return history;
  if (history.held !== undefined) return { ...history, text };
  return { text, past: [...history.past, history.text].slice(-MOST_STEPS), future: [] };
}

/** A gesture begins: everything until its end is one step. */
export function begun(history: History): History {
  return history.held === undefined ? { ...history, held: history.text } : history;
}

export function ended({ text, past, future, held }: History): History {
  if (held === undefined || held === text) return { text, past, future };
  return { text, past: [...past, held].slice(-MOST_STEPS), future: [] };
}

/** The gesture is taken back as if it had never begun. */
export function abandoned({ text, past, future, held }: History): History {
  return { text: held ?? text, past, future };
}

export function undone(history: History): History {
  const { text, past, future } = ended(history);
  const before = past[past.length - 1];
  return before === undefined ? { text, past, future } : { text: before, past: past.slice(0, -1), future: [text, ...future] };
}

export function redone(history: History): History {
  const { text, past, future } = ended(history);
  const [after, ...rest] = future;
  return after === undefined ? { text, past, future } : { text: after, past: [...past, text], future: rest };
}

const KEY = "carom-build";
/** Studies that others have taken the place of. */
const SHELF = "carom-build-shelf";
const MOST_SHELVED = 8;
/** Where the storage is full, fewer steps are kept; of long texts fewer from the beginning, so that keeping them takes no time. */
const KEPT_STEPS = [100, 20, 0];
const KEPT_CHARACTERS = 1_000_000;

/** False where nothing could be kept, not even the text alone. */
export function keep(history: History): boolean {
  const { text, past, future } = ended(history);
  const before = kept()?.text;
  if (before !== undefined && before !== text && !past.includes(before) && !future.includes(before)) shelve(before);
  const affordable = Math.floor(KEPT_CHARACTERS / (text.length + 1));
  for (const most of KEPT_STEPS) {
    const steps = Math.min(most, affordable);
    try {
      window.localStorage.setItem(
        KEY,
        JSON.stringify({ text, past: past.slice(past.length - Math.min(steps, past.length)), future: future.slice(0, steps) }),
      );
      return true;
    } catch {
      // Full, or forbidden: with less, or not at all.
    }
  }
  return false;
}

/** What was kept last; undefined where there is nothing, or nothing of use. */
export function kept(): History | undefined {
  try {
    const { text, past, future } = JSON.parse(window.localStorage.getItem(KEY) ?? "") as Partial<History>;
    if (typeof text !== "string") return undefined;
    const texts = (list: unknown) => (Array.isArray(list) ? list.filter((one): one is string => typeof one === "string") : []);
    return { text, past: texts(past), future: texts(future) };
  } catch {
    return undefined;
  }
}

/** Puts a study aside that has nothing to do with the one that is kept next. */
function shelve(text: string): void {
  try {
    window.localStorage.setItem(SHELF, JSON.stringify([text, ...shelved().filter((other) => other !== text)].slice(0, MOST_SHELVED)));
  } catch {
    // Full, or forbidden: what is built now comes first.
  }
}

/** Texts of studies that were built before, the latest first. */
export function shelved(): string[] {
  try {
    const list = JSON.parse(window.localStorage.getItem(SHELF) ?? "[]") as unknown;
    return Array.isArray(list) ? list.filter((one): one is string => typeof one === "string") : [];
  } catch {
    return [];
  }
}
