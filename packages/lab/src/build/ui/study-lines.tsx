/** The lines of the study that say what is selected; those that the last gesture has changed are tinted. */
import { memo, useMemo } from "react";
import { lineOf, type Path, placeAt } from "../text/json-edit.js";

/** Longer pieces, meshes say, are cut short here; the text has all. */
const MOST_LINES = 24;

interface StudyLinesProps {
  readonly text: string;
  /** The text before the last gesture. */
  readonly before: string | undefined;
  readonly path: Path;
}

/** A line without the white space that all have. */
function unindented(lines: readonly string[]): string[] {
  const least = Math.min(...lines.slice(1).map((line) => /^ */.exec(line)![0].length), 80);
  return lines.map((line, i) => (i === 0 ? line : line.slice(least)));
}

function piece(text: string, path: Path): { first: number; lines: string[] } | undefined {
  const place = placeAt(text, path);
  if (place === undefined) return undefined;
  const from = place.name?.from ?? place.from;
  return { first: lineOf(text, from), lines: text.slice(from, place.to).split("\n") };
}

export const StudyLines = memo(function StudyLines({ text, before, path }: StudyLinesProps) {
  const key = path.join(" ");
  const now = useMemo(() => piece(text, path), [text, key]);
  const old = useMemo(() => new Set(before === undefined ? [] : (piece(before, path)?.lines ?? [])), [before, key]);
  if (now === undefined) return null;
  const changed = before !== undefined && now.lines.some((line) => !old.has(line));
  const shown = unindented(now.lines).slice(0, MOST_LINES);
  return (
    <section className="study-lines">
      <h2>
        In the study, line {now.first} {changed && <span>changed last</span>}
      </h2>
      <pre>
        {shown.map((line, i) => (
          <span key={i} className={changed && !old.has(now.lines[i]) ? "changed" : undefined}>
            {line}
          </span>
        ))}
        {now.lines.length > MOST_LINES && <span>{`… ${now.lines.length - MOST_LINES} lines more`}</span>}
      </pre>
    </section>
  );
});
