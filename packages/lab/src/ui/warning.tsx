/** What the user should know, as one line under the sentence. */
export function Warning({ text, times = 1 }: { readonly text: string; readonly times?: number }) {
  return (
    <p className="warning">
      <span aria-hidden="true">!</span> {asSentence(text)}
      {times > 1 ? ` ${times} times.` : ""}
    </p>
  );
}

/** Words of the library begin small, as they stand in lists. A path of the study stays as it is written there. */
function asSentence(text: string): string {
  const begun = /^[a-z]+ /.test(text) ? `${text.slice(0, 1).toUpperCase()}${text.slice(1)}` : text;
  return /[.!?:]$/.test(begun) ? begun : `${begun}.`;
}
