/** One line that the gallery shows when somebody was led there by something that did not work. */
let notice: string | undefined;

export function leaveNotice(text: string): void {
  notice = text;
}

/** Read once: the next visit has none. */
export function takeNotice(): string | undefined {
  const text = notice;
  notice = undefined;
  return text;
}
