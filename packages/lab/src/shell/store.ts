/** One value of the page, for those who read it and those who want to know when it is another. */
export interface Store<T> {
  readonly get: () => T;
  readonly set: (value: T) => void;
  /** What it returns ends that. */
  readonly subscribe: (changed: () => void) => () => void;
}

export function createStore<T>(first: T): Store<T> {
  let value = first;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return;
      value = next;
      for (const changed of listeners) changed();
    },
    subscribe: (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
  };
}
