/** What hands can do with a study, in the middle of the bar. */
import type { Study } from "carom/study";
import { useMemo } from "react";
import { isTold, viewFor } from "../kinds.js";
import { queryFor } from "../study/kept-files.js";
import { type KeyRow, useKeyList, useKeys } from "./keys.js";
import { currentRoute, go, type Route } from "./route.js";

export type Verb = "build" | "inspect" | "tell" | "take";

interface VerbRow {
  readonly verb: Verb;
  readonly words: string;
  readonly key: string;
  /** Of studies. Default: all. */
  readonly accepts?: (study: Pick<Study, "kind">) => boolean;
  readonly path: (study: Study) => string;
}

const VERBS: readonly VerbRow[] = [
  { verb: "build", words: "Build", key: "b", accepts: ({ kind }) => kind === "simulation", path: () => "build" },
  { verb: "inspect", words: "Inspect", key: "i", path: (study) => viewFor(study)?.path ?? "" },
  { verb: "tell", words: "Tell", key: "l", accepts: isTold, path: () => "tell" },
  { verb: "take", words: "Take away", key: "x", path: () => "take" },
];

/** The address at which another verb has the study; an example that nobody changed stays one. */
async function routeTo({ path }: VerbRow, study: Study, example: string | undefined): Promise<Route> {
  return { path: path(study), query: example === undefined ? await queryFor(study, "study.json") : { example } };
}

const keyRow = ({ key, words }: VerbRow): KeyRow => [key.toUpperCase(), words.toLowerCase()];

interface VerbsProps {
  readonly now: Verb;
  /** Read only when somebody goes there: a text that is being built is read then. */
  readonly study: () => Study | undefined | Promise<Study | undefined>;
  /** What is known of it without reading it. */
  readonly about: Pick<Study, "kind">;
  /** Where in it one is: what is taken away is of there. */
  readonly place?: () => Route["query"];
}

export function Verbs({ now, study, about, place }: VerbsProps) {
  const offered = VERBS.filter(({ accepts }) => accepts?.(about) ?? true);
  const open = async (row: VerbRow) => {
    const given = row.verb === now ? undefined : await study();
    if (given === undefined) return;
    const { path, query } = await routeTo(row, given, currentRoute().query.example);
    go({ path, query: { ...query, ...(row.verb === "take" ? place?.() : {}) } });
  };
  // The same list as long as the same verbs are offered, whatever the study becomes.
  const list = offered.map(({ verb }) => verb).join(" ");
  useKeyList(useMemo(() => VERBS.filter(({ verb }) => list.includes(verb)).map(keyRow), [list]));
  useKeys(Object.fromEntries(offered.map((row) => [row.key, () => void open(row)])));
  if (offered.length < 2) return null;
  return (
    <nav className="verbs" aria-label="What to do with the study">
      {offered.map((row) => (
        <button key={row.verb} type="button" aria-current={row.verb === now ? "page" : undefined} onClick={() => void open(row)}>
          {row.words}
        </button>
      ))}
    </nav>
  );
}
