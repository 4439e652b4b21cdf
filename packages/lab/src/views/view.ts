/**
 * A view: what is drawn of a study. A new kind of study brings one, beside its row in kinds.ts.
 *
 * A view is given the study and computes what it shows: small things in the page, everything else with `useResult` (worker, progress,
 * cancel).
 */
import type { Kind, Study } from "carom/study";
import { type ComponentType, lazy, memo } from "react";

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

/** What of a study says which view is for it. */
export interface Viewed {
  readonly kind: Kind;
  readonly contacts?: { readonly length: number };
}

export interface View<S extends Study = Study> {
  /** In the address: `#/path`. */
  readonly path: string;
  readonly name: string;
  /** Of studies of its kind. Default: all. */
  readonly accepts?: (study: Viewed) => boolean;
  readonly component: ComponentType<ViewProps<S>>;
}

/** A component that is brought when it is first needed, and not drawn again where only the address has followed. */
export function brought<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  return memo(lazy(() => load().then((component) => ({ default: component })))) as unknown as ComponentType<Props>;
}
