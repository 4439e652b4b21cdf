/** All runs as a Parquet file: one row a run, numbers as doubles, texts as strings, what is not there as null. */
import type { SweepColumn, SweepRows } from "carom/study";
import { parquetWriteBuffer } from "hyparquet-writer";

/** Names of the columns, in the order of the file. */
export function columnsOf({ inputs, measures, word, failure }: SweepRows): readonly SweepColumn[] {
  return [...inputs, ...measures, word, failure];
}

/** The same rows are the same bytes. */
export function parquetBytes(rows: SweepRows): Uint8Array {
  const run = Int32Array.from({ length: rows.count }, (_, i) => rows.from + i);
  // Run numbers above 2^31 do not fit into 32 bits.
  const numbered =
    rows.from + rows.count > 2 ** 31
      ? { name: "run", type: "INT64" as const, data: BigInt64Array.from(run, BigInt) }
      : { name: "run", type: "INT32" as const, data: run };
  return new Uint8Array(
    parquetWriteBuffer({
      columnData: [{ ...numbered, nullable: false }, ...columnsOf(rows).map(columnSource)],
      codec: "UNCOMPRESSED",
      rowGroupSize: 1_000_000,
      statistics: false,
    }),
  );
}

function columnSource(column: SweepColumn) {
  const { name } = column;
  if (column.type === "text") {
    const texts = column.texts.map((text) => (text === "" ? null : text));
    return { name, type: "STRING" as const, data: Array.from(column.codes, (code) => texts[code]) };
  }
  if (column.values.some(Number.isNaN))
    return { name, type: "DOUBLE" as const, data: Array.from(column.values, (value) => (Number.isNaN(value) ? null : value)) };
  return { name, type: "DOUBLE" as const, data: column.values, encoding: "PLAIN" as const, nullable: false };
}
