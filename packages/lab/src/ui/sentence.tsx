/** A sentence of the library with its verbs in the colours of what they say. */
const WORDS = /\b(slips?(?: on| back| again)?|slides?|sticks?|stuck)\b/gi;

function modeOf(word: string): string {
  return /^st/i.test(word) ? "stick-text" : "slip-text";
}

export function Sentence({ text }: { readonly text: string }) {
  const parts: React.ReactNode[] = [];
  let from = 0;
  for (const match of text.matchAll(WORDS)) {
    parts.push(text.slice(from, match.index));
    parts.push(
      <span key={match.index} className={modeOf(match[0])}>
        {match[0]}
      </span>,
    );
    from = match.index + match[0].length;
  }
  return (
    <>
      {parts}
      {text.slice(from)}
    </>
  );
}
