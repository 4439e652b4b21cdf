/**
 * A view: which studies it is for, and what it draws of them. A new kind of study brings one of these and a row in the registry; nothing
 * else changes.
 *
 * A view is given the study and computes what it shows: small things in the page, everything else with `useResult` (worker, progress,
 * cancel).
 */
import type { Study } from "carom/study";
import type { ComponentType } from "react";

export interface ViewProps<S extends Study = Study> {
  readonly study: S;
  /** Name of the example, where nothing is changed. */
  readonly example?: string;
  /** What the address says besides the study: laws, cursor, tab. */
  readonly query: Readonly<Record<string, string>>;
  /** The study as the user has changed it in the picture. */
  readonly onStudy: (study: Study) => void;
  /** Writes to the address; undefined takes a word out. */
  readonly onQuery: (change: Readonly<Record<string, string | undefined>>) => void;
}

export interface View {
  /** In the address: `#/path`. */
  readonly path: string;
  readonly name: string;
  readonly accepts: (study: Study) => boolean;
  /** Brought when it is first needed. */
  readonly load: () => Promise<{ readonly default: ComponentType<ViewProps> }>;
}
