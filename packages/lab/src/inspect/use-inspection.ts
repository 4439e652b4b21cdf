/** What is selected in a run and which rows were asked for; both are in the address. */
import { useCallback, useEffect, useMemo, useRef } from "react";
import type { Line } from "../player/contact-rows.js";
import type { Run } from "../player/run.js";
import { useEscape } from "../ui/use-escape.js";
import type { ViewProps } from "../views/view.js";
import { type Row, rowOf } from "./quantities.js";
import { type Selection, selectionOf, selectionText } from "./selection.js";

/** Rows that can be asked for. */
const MOST_ROWS = 12;

interface InspectionProps {
  readonly run: Run;
  readonly lines: readonly Line[];
  readonly query: ViewProps["query"];
  readonly onQuery: ViewProps["onQuery"];
  /** The impact at which time is open, by its place. */
  readonly impact: number;
  /** Whether the user has opened it. */
  readonly opened: boolean;
}

export interface Inspection {
  readonly selection: Selection | undefined;
  readonly select: (selection: Selection | undefined) => void;
  readonly ids: readonly string[];
  readonly rows: readonly Row[];
  readonly toggleRow: (id: string) => void;
}

export function useInspection({ run, lines, query, onQuery, impact, opened }: InspectionProps): Inspection {
  const { sel, rows: asked = "" } = query;
  const names = useMemo(() => lines.map(({ name }) => name), [lines]);
  const selection = useMemo(() => selectionOf(sel, run, names), [sel, run, names]);
  const ids = useMemo(() => (asked === "" ? [] : asked.split(",").map(decodeURIComponent)).slice(0, MOST_ROWS), [asked]);
  const rows = useMemo(() => ids.flatMap((id) => rowOf(run, id) ?? []), [run, ids]);
  const select = useCallback((next: Selection | undefined) => onQuery({ sel: selectionText(next) }), [onQuery]);
  const toggleRow = useCallback(
    (id: string) => {
      const next = ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id].slice(-MOST_ROWS);
      onQuery({ rows: next.length === 0 ? undefined : next.map(encodeURIComponent).join(",") });
    },
    [ids, onQuery],
  );
  // Steps from impact to impact, by keys or buttons, take the panel along.
  const known = useRef(impact);
  useEffect(() => {
    if (known.current === impact) return;
    known.current = impact;
    if (opened) select({ kind: "impact", index: impact });
  }, [impact, opened, select]);
  const up = useCallback(() => select(undefined), [select]);
  useEscape(selection !== undefined, up);
  return { selection, select, ids, rows, toggleRow };
}
