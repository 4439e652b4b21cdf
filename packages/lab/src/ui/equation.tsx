/** A formula, set by KaTeX, which is brought when the first one is shown. Until then, and for readers, it is its own text. */
import { useEffect, useRef } from "react";

export function Equation({ tex, words }: { readonly tex: string; readonly words: string }) {
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    let current = true;
    Promise.all([import("katex"), import("katex/dist/katex.min.css")]).then(([{ default: katex }]) => {
      // As elements, not as markup: the policy forbids style attributes in markup.
      if (current && place.current !== null) katex.render(tex, place.current, { displayMode: true, throwOnError: false, output: "html" });
    });
    return () => {
      current = false;
    };
  }, [tex]);
  return (
    <div className="equation">
      <span className="visually-hidden">{words}</span>
      <span ref={place} aria-hidden="true" />
    </div>
  );
}
