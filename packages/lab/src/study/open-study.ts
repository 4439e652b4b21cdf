/**
 * Which study is open, found from the address: an example by name, a study packed into the address, or a file that this page has read.
 */
import type { Study } from "carom/study";
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { viewAt, viewFor } from "../kinds.js";
import { currentRoute, type Route, replaceRoute } from "../shell/route.js";
import { unpackStudy } from "../shell/study-link.js";
import { beside } from "../worker/beside.js";
import { keptFile, queryFor } from "./kept-files.js";

/** Longest file that is opened at all; the largest useful study is far smaller. */
export const LONGEST_FILE = 20_000_000;
/** After the last change, before the address follows, ms. */
const SETTLED = 250;

export type OpenStudy =
  | { readonly status: "loading" }
  | { readonly status: "failed"; readonly message: string }
  | {
      readonly status: "open";
      readonly study: Study;
      /** Name of the example, where nothing is changed. */
      readonly example?: string;
      /** The same as long as the user changes this study; another for the next one that is opened. */
      readonly session: number;
    };

type Loaded = Pick<Extract<OpenStudy, { status: "open" }>, "study" | "example">;

/** Text to study, with the texts of files that it names: read beside the page, which knows no kind but the one it shows. */
export async function readStudy(text: string, named: ReadonlyMap<string, string> = new Map()): Promise<Study> {
  return beside((runner) => runner.parse(text, named));
}

async function load({ path, query }: Route): Promise<Loaded> {
  const { s, file, example = s === undefined && file === undefined ? await firstExample(path) : undefined } = query;
  if (s !== undefined) {
    const text = await unpackStudy(s).catch((error: Error) =>
      Promise.reject(new Error(`This link does not hold a study: ${error.message}.`)),
    );
    return { study: await readStudy(text) };
  }
  if (file !== undefined) {
    const study = keptFile(file);
    if (study === undefined) throw new Error(`${file} was opened from a file and is no longer here: open it again.`);
    return { study };
  }
  if (example === undefined) throw new Error("This link names no study.");
  if (!/^[\w-]+$/.test(example)) throw new Error("This link does not name an example.");
  const response = await fetch(`./examples/${example}.json`);
  if (!response.ok) throw new Error(`There is no example ${example}.`);
  // The examples are the lab's own: the library read each of them when it was built.
  return { study: JSON.parse(await response.text()) as Study, example };
}

export interface StudyHandle {
  readonly open: OpenStudy;
  /** Whether it is the study that the address names, and not the one before, shown until this one is read. */
  readonly isOfAddress: boolean;
  /** Another study in place of this one; the address follows when it has not changed for a moment. */
  readonly change: (study: Study) => void;
  /** Back to the study before the last change, and forth again; absent where there is none. */
  readonly undo?: () => void;
  readonly redo?: () => void;
}

/** Changes that can be taken back. */
const MOST_STEPS = 200;

interface Steps {
  readonly past: readonly Study[];
  readonly future: readonly Study[];
}

const NO_STEPS: Steps = { past: [], future: [] };

/** Of the gallery, which is brought for this: what an address opens that names a view, or no view of its own, and no study. */
async function firstExample(path: string): Promise<string | undefined> {
  const fits = (study: Parameters<typeof viewFor>[0]) => viewAt(path) === undefined || viewFor(study)?.path === path;
  const [{ groups }, { more }] = await Promise.all([import("virtual:gallery"), import("virtual:gallery/more")]);
  return groups.flatMap(({ question, items }) => [...items, ...(more[question] ?? [])]).find(({ study }) => fits(study))?.example;
}

/** While the pointer is held: whether it has changed anything. */
function useHeldPointer(): RefObject<{ changed: boolean } | undefined> {
  const held = useRef<{ changed: boolean }>(undefined);
  useEffect(() => {
    const down = () => {
      held.current = { changed: false };
    };
    const up = () => {
      held.current = undefined;
    };
    window.addEventListener("pointerdown", down, true);
    window.addEventListener("pointerup", up);
    window.addEventListener("pointercancel", up);
    return () => {
      window.removeEventListener("pointerdown", down, true);
      window.removeEventListener("pointerup", up);
      window.removeEventListener("pointercancel", up);
    };
  }, []);
  return held;
}

/** What an address says of a study; the view counts where that is all it says. */
function identityOf(path: string, { example, s, file }: Route["query"]): string {
  return JSON.stringify([example, s, file, example === undefined && s === undefined && file === undefined ? path : undefined]);
}

/** The study that an address names, wherever it is shown. */
function namedBy({ query: { example, s, file } }: Route): string {
  return JSON.stringify([example, s, file]);
}

export function useOpenStudy({ path, query }: Route): StudyHandle {
  const { s, file, example } = query;
  const identity = identityOf(path, query);
  const [open, setOpen] = useState<OpenStudy>({ status: "loading" });
  /** What the address says because this page has put it there: nothing to load. */
  const own = useRef<string>(undefined);
  /** What the address said when the open study was read. */
  const read = useRef<string>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const changes = useRef(0);
  const sessions = useRef(0);
  /** How often the user went to an address while a change had not reached it. */
  const [returns, setReturns] = useState(0);

  // The address still names the study as it was before the change: who goes there wants that one.
  useEffect(() => {
    const gone = () => {
      if (timer.current === undefined) return;
      own.current = undefined;
      setReturns((before) => before + 1);
    };
    window.addEventListener("hashchange", gone);
    return () => window.removeEventListener("hashchange", gone);
  }, []);

  useEffect(() => {
    if (own.current === identity) return;
    // What the user did to the study before must not follow to this one.
    clearTimeout(timer.current);
    timer.current = undefined;
    changes.current++;
    let current = true;
    setOpen((before) => (before.status === "open" ? before : { status: "loading" }));
    setSteps(NO_STEPS);
    load({ path, query: { ...(example && { example }), ...(s && { s }), ...(file && { file }) } }).then(
      (loaded) => {
        if (!current) return;
        read.current = identity;
        setOpen({ status: "open", session: ++sessions.current, ...loaded });
      },
      (error: Error) => current && setOpen({ status: "failed", message: error.message }),
    );
    return () => {
      current = false;
    };
  }, [identity, returns, example, s, file]);

  useEffect(
    () => () => {
      clearTimeout(timer.current);
      changes.current++;
    },
    [],
  );

  const present = useRef<Study>(undefined);
  present.current = open.status === "open" ? open.study : undefined;
  const [steps, setSteps] = useState(NO_STEPS);
  const held = useHeldPointer();

  const show = useCallback((study: Study): void => {
    setOpen((before) => ({ status: "open", study, session: before.status === "open" ? before.session : ++sessions.current }));
    clearTimeout(timer.current);
    const number = ++changes.current;
    const changedAt = namedBy(currentRoute());
    timer.current = setTimeout(async () => {
      const found = await queryFor(study, "study.json");
      // The user may have gone to another study a moment ago, and the page not heard of it yet.
      if (number !== changes.current || namedBy(currentRoute()) !== changedAt) return;
      timer.current = undefined;
      const { path, query } = currentRoute();
      own.current = identityOf(path, found);
      const { example: _example, s: _s, file: _file, ...rest } = query;
      replaceRoute({ path, query: { ...rest, ...found } });
    }, SETTLED);
  }, []);

  const change = useCallback(
    (study: Study): void => {
      const { current } = present;
      // What follows while the pointer is held, or before the address has followed, belongs to the same gesture.
      if (timer.current === undefined && !held.current?.changed && current !== undefined)
        setSteps(({ past }) => ({ past: [...past, current].slice(-MOST_STEPS), future: [] }));
      if (held.current !== undefined) held.current.changed = true;
      show(study);
    },
    [show],
  );
  const undo = useCallback(() => {
    const { current } = present;
    const before = steps.past[steps.past.length - 1];
    if (before === undefined || current === undefined) return;
    setSteps({ past: steps.past.slice(0, -1), future: [current, ...steps.future] });
    show(before);
  }, [steps, show]);
  const redo = useCallback(() => {
    const { current } = present;
    const [after, ...rest] = steps.future;
    if (after === undefined || current === undefined) return;
    setSteps({ past: [...steps.past, current], future: rest });
    show(after);
  }, [steps, show]);
  const isOfAddress = own.current === identity || read.current === identity;
  return { open, isOfAddress, change, ...(steps.past.length > 0 ? { undo } : {}), ...(steps.future.length > 0 ? { redo } : {}) };
}
