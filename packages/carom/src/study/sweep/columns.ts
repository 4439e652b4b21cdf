/**
 * What a sweep makes, column by column: numbers as typed arrays, texts as codes with the list of texts. One row a run.
 */

/** A column of numbers; NaN: none. */
export interface NumberColumn {
  readonly type: "number";
  /** Heading of the column. */
  readonly name: string;
  /** One for each run. */
  readonly values: Float64Array;
}

/** A column of texts; the empty text: none. */
export interface TextColumn {
  readonly type: "text";
  /** Heading of the column. */
  readonly name: string;
  /** Place of each row's text in `texts`. */
  readonly codes: Uint32Array;
  /** In the order in which rows first have them. */
  readonly texts: readonly string[];
}

/** One value for each run. */
export type SweepColumn = NumberColumn | TextColumn;

/** The runs from one on, without a gap. */
export interface SweepRows {
  /** The first run, from 0. */
  readonly from: number;
  /** How many runs. */
  readonly count: number;
  /** The varied fields, in the order of the entries. */
  readonly inputs: readonly SweepColumn[];
  /** In the order of the study. */
  readonly measures: readonly SweepColumn[];
  /** Which way each run went. */
  readonly word: TextColumn;
  /** Why each run failed; empty: it did not. */
  readonly failure: TextColumn;
}

/** A text column from its rows. */
export function textColumn(name: string, rows: readonly string[]): TextColumn {
  const texts: string[] = [];
  const places = new Map<string, number>();
  const codes = new Uint32Array(rows.length);
  for (let i = 0; i < rows.length; i++) {
    let place = places.get(rows[i]);
    if (place === undefined) {
      place = texts.length;
      texts.push(rows[i]);
      places.set(rows[i], place);
    }
    codes[i] = place;
  }
  return { type: "text", name, codes, texts };
}

/** A column of what runs measured: numbers where all rows that have something have numbers, else texts. */
export function columnOf(name: string, rows: readonly (number | string | boolean | undefined)[]): SweepColumn {
  if (rows.some((value) => typeof value === "string" || typeof value === "boolean"))
    return textColumn(
      name,
      rows.map((value) => (value === undefined ? "" : String(value))),
    );
  return { type: "number", name, values: Float64Array.from(rows, (value) => (typeof value === "number" ? value : Number.NaN)) };
}

/** Parts of one sweep that follow each other without a gap, as one. The same bits however they were cut. */
export function joinedRows(parts: readonly SweepRows[]): SweepRows {
  const [first] = parts;
  if (parts.length === 1) return first;
  const join = (pick: (rows: SweepRows) => SweepColumn) => joinedColumn(parts.map(pick));
  return {
    from: first.from,
    count: parts.reduce((sum, { count }) => sum + count, 0),
    inputs: first.inputs.map((_, i) => join(({ inputs }) => inputs[i])),
    measures: first.measures.map((_, i) => join(({ measures }) => measures[i])),
    word: join(({ word }) => word) as TextColumn,
    failure: join(({ failure }) => failure) as TextColumn,
  };
}

function joinedColumn(parts: readonly SweepColumn[]): SweepColumn {
  const { name } = parts[0];
  if (parts.every((part): part is NumberColumn => part.type === "number")) {
    const values = new Float64Array(parts.reduce((sum, part) => sum + part.values.length, 0));
    let at = 0;
    for (const part of parts) {
      values.set(part.values, at);
      at += part.values.length;
    }
    return { type: "number", name, values };
  }
  const texts: string[] = [];
  const places = new Map<string, number>();
  const whole = parts.map(asText);
  const codes = new Uint32Array(whole.reduce((sum, part) => sum + part.codes.length, 0));
  let at = 0;
  for (const part of whole) {
    const code = part.texts.map((text) => {
      const known = places.get(text);
      if (known !== undefined) return known;
      places.set(text, texts.length);
      return texts.push(text) - 1;
    });
    if (code.every((place, own) => place === own)) codes.set(part.codes, at);
    else recode(part.codes, code, codes.subarray(at));
    at += part.codes.length;
  }
  return { type: "text", name, codes, texts };
}

function recode(codes: Uint32Array, places: readonly number[], out: Uint32Array): void {
  for (let i = 0; i < codes.length; i++) out[i] = places[codes[i]];
}

/** A part without any value has been taken for numbers. */
function asText(column: SweepColumn): TextColumn {
  return column.type === "text"
    ? column
    : textColumn(
        column.name,
        Array.from(column.values, (value) => (Number.isNaN(value) ? "" : String(value))),
      );
}

/** The value of a row as JSON has it: a number, a text, or null where there is none. */
export function cellOf(column: SweepColumn, row: number): number | string | null {
  if (column.type === "text") return column.texts[column.codes[row]] || null;
  return Number.isNaN(column.values[row]) ? null : column.values[row];
}
