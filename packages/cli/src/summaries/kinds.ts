/** What a terminal makes of each kind of study: a new kind needs a row here, and an empty one will do. */
import type { NamedFile } from "carom/export";
import type { Kind, ResultOf, StudyOf } from "carom/study";
import type { OutputOptions } from "../output/emit.js";
import type { Files } from "../output/folder.js";
import type { ChooseRows } from "../terminal/result-table.js";
import { fit } from "./fit.js";
import { grasp } from "./grasp.js";
import { impact } from "./impact.js";
import { pickup } from "./pickup.js";
import { restShape } from "./rest-shape.js";
import { simulation } from "./simulation.js";
import { sweep } from "./sweep.js";

export interface TerminalKind<K extends Kind> {
  /** Whether a table is shown; the report shows all. Default: it is. */
  readonly shows?: (table: string, result: ResultOf<K>) => boolean;
  /** Of tables that are too long. Default: the first rows. */
  readonly rows?: ChooseRows;
  /** Said behind the details. */
  readonly notes?: (result: ResultOf<K>) => readonly string[];
  /** What --out writes besides result.json, tables, figures and report. */
  readonly files?: (result: ResultOf<K>) => Files;
  /** What `carom export --format vtk` writes of a kind that is no run. */
  readonly shapes?: (result: ResultOf<K>) => readonly NamedFile[];
  /** What else to do with the files, as the end of "open report.html there". */
  readonly hint?: string;
  /** A run in another way than to its end at once. */
  readonly run?: (file: string, study: StudyOf<K>, options: OutputOptions) => Promise<void>;
  /** What `carom compare` does instead of trying every law. */
  readonly compare?: (file: string, study: StudyOf<K>, options: CompareOptions) => Promise<void>;
}

export interface CompareOptions extends OutputOptions {
  /** Of penalty contact, N/m^1.5. */
  readonly stiffness?: readonly number[];
  /** Slip below which the friction of penalty contact falls off, m/s. */
  readonly creep?: number;
}

const terminalKinds = {
  impact,
  simulation,
  clatter: {},
  "elastic-rod": {},
  batting: {},
  "rest-shape": restShape,
  pickup,
  grasp,
  sweep,
  fit,
} satisfies { readonly [K in Kind]: TerminalKind<K> };

export function terminalKind<K extends Kind>(kind: K): TerminalKind<K> {
  // A name and its row belong together, which the compiler cannot follow through a variable.
  return terminalKinds[kind] as unknown as TerminalKind<K>;
}
