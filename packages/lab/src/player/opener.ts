/**
 * Opens impacts of a run, each once. One contact under a law that is at hand is solved in the page within a frame; several contacts, or
 * another law, may take as long as ten frames: the worker solves them, and the picture follows when they come.
 */
import type { SimulationStudy } from "carom/study";
import { useEffect, useMemo, useState } from "react";
import { lawAtHand } from "../laws/brought-laws.js";
import { createRunner, type Runner } from "../worker/runner.js";
import { askedOf, type OpenedImpact, openImpact } from "./opened.js";
import type { Run } from "./run.js";

export interface Opener {
  /** Undefined where it cannot be opened, or is still to come. */
  readonly at: (impact: number) => OpenedImpact | undefined;
  /** Whether it has to be asked for and has not come yet. */
  readonly isToCome: (impact: number) => boolean;
  /** What is asked for last comes first. */
  readonly ask: (impact: number) => Promise<OpenedImpact | undefined>;
}

interface Opening extends Opener {
  readonly close: () => void;
}

type Arrival = (inside: OpenedImpact | undefined) => void;

function createOpener(run: Run, study: SimulationStudy, arrived: () => void): Opening {
  const known = new Map<number, OpenedImpact | undefined>();
  const waiting = new Map<number, Arrival[]>();
  const queue: number[] = [];
  let runner: Runner | undefined;

  const isQuick = (index: number) => {
    const asked = askedOf(run, index, study);
    return asked === undefined || (asked.problem.contacts.length === 1 && lawAtHand(asked.law) !== undefined);
  };
  const isToCome = (index: number) => !known.has(index) && !isQuick(index);
  const at = (index: number) => {
    if (!known.has(index) && isQuick(index)) known.set(index, openImpact(run, index, study, lawAtHand));
    return known.get(index);
  };

  async function solveAll(): Promise<void> {
    const own = createRunner();
    runner = own;
    for (let index = queue.pop(); index !== undefined; index = queue.pop()) {
      if (known.has(index)) continue;
      const { problem, law, options, impulse } = askedOf(run, index, study)!;
      const answer = await own.open(problem, law, options, impulse).catch(() => undefined);
      if (runner !== own) return;
      const inside = answer === undefined || "failure" in answer ? undefined : answer.value;
      known.set(index, inside && { problem, ...inside });
      arrived();
      for (const done of waiting.get(index) ?? []) done(known.get(index));
      waiting.delete(index);
    }
    close();
  }

  function ask(index: number): Promise<OpenedImpact | undefined> {
    if (!isToCome(index)) return Promise.resolve(at(index));
    queue.push(index);
    const came = new Promise<OpenedImpact | undefined>((done) => waiting.set(index, [...(waiting.get(index) ?? []), done]));
    if (runner === undefined) void solveAll();
    return came;
  }

  function close(): void {
    runner?.cancel();
    runner = undefined;
  }

  return { at, isToCome, ask, close };
}

/** Another object whenever an impact has come. */
export function useOpener(run: Run, study: SimulationStudy): Opener {
  const [count, setCount] = useState(0);
  const opening = useMemo(() => createOpener(run, study, () => setCount((before) => before + 1)), [run, study]);
  useEffect(() => opening.close, [opening]);
  return useMemo(() => ({ ...opening }), [opening, count]);
}

/** The inside of one impact, asked for if need be. @param impact undefined: none */
export function useInside({ at, ask, isToCome }: Opener, impact: number | undefined): OpenedImpact | "to come" | undefined {
  useEffect(() => {
    if (impact !== undefined) void ask(impact);
  }, [impact, ask]);
  if (impact === undefined) return undefined;
  return isToCome(impact) ? "to come" : at(impact);
}
