/** One line that the gallery shows when somebody was led there by something that did not work. */
import { createStore } from "./store.js";

const notice = createStore<string | undefined>(undefined);

export function leaveNotice(text: string): void {
  notice.set(text);
}

/** Read once: the next visit has none. */
export function takeNotice(): string | undefined {
  const text = notice.get();
  notice.set(undefined);
  return text;
}
