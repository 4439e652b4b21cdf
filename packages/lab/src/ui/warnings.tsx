/** What the user should know: one line under the sentence, however much there is to say. */
import { Warning } from "./warning.js";

export function Warnings({ texts }: { readonly texts: readonly string[] }) {
  if (texts.length <= 1) return texts.map((text) => <Warning key={text} text={`${text}.`} />);
  return (
    <details>
      <summary>
        <span aria-hidden="true">!</span> {texts.length} remarks on how far this can be trusted
      </summary>
      {texts.map((text) => (
        <Warning key={text} text={`${text}.`} />
      ))}
    </details>
  );
}
