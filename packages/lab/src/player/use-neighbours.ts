/** Neighbouring motions of a run, computed beside the page when one is first asked for. */
import type { SimulationStudy } from "carom/study";
import { useCallback, useEffect, useMemo, useState } from "react";
import { beside } from "../worker/beside.js";
import { type Neighbour, neighbourStudy, neighboursOf } from "./neighbour.js";
import type { Run } from "./run.js";

export interface Neighbours {
  /** Numbers of the study by which it was differentiated. */
  readonly names: readonly string[];
  readonly chosen: string | undefined;
  readonly choose: (name: string | undefined) => void;
  /** The one that is chosen, once it is computed. */
  readonly neighbour: Neighbour | undefined;
  /** In place of it: why there is none, or that it is computed. */
  readonly words: string | undefined;
}

interface Found {
  readonly run: Run;
  readonly list?: readonly Neighbour[];
  readonly failure?: string;
}

export function useNeighbours(study: SimulationStudy, run: Run, bodies: readonly string[]): Neighbours {
  const [chosen, choose] = useState<string>();
  const [found, setFound] = useState<Found>();
  const names = useMemo(() => run.result?.derivatives?.columns.map(({ name }) => name) ?? [], [run]);
  const wanted = chosen !== undefined && names.includes(chosen);
  const known = found?.run === run ? found : undefined;
  const missing = wanted && known === undefined;
  const compute = useCallback(async (): Promise<Found> => {
    const asked = neighbourStudy(study, bodies, run.end);
    if (asked === undefined) return { run, list: [] };
    try {
      const { derivatives } = await beside((runner) => runner.run(asked));
      return { run, list: derivatives === undefined ? [] : neighboursOf(derivatives, bodies, run) };
    } catch (error) {
      return { run, failure: (error as Error).message };
    }
  }, [study, run, bodies]);
  useEffect(() => {
    if (!missing) return;
    let current = true;
    compute().then((answer) => current && setFound(answer));
    return () => {
      current = false;
    };
  }, [missing, compute]);
  const neighbour = wanted ? known?.list?.find(({ name }) => name === chosen) : undefined;
  const words =
    !wanted || neighbour !== undefined
      ? undefined
      : missing
        ? "computing the neighbour"
        : (known?.failure ?? `${chosen} moves nothing here`);
  return { names, chosen: wanted ? chosen : undefined, choose, neighbour, words };
}
