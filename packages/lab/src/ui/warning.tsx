/** What the user should know, as one line under the sentence. */
export function Warning({ text, times = 1 }: { readonly text: string; readonly times?: number }) {
  return (
    <p className="warning">
      <span aria-hidden="true">!</span> {text}
      {times > 1 ? ` (${times} times)` : ""}
    </p>
  );
}
