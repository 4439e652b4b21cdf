/**
 * A run as three Parquet files: series.parquet (the columns of series.csv), contacts.parquet, events.parquet (one row for each contact of
 * an impact, one for any other event). Numbers are doubles; what is not there is null. Written in groups of rows as they come.
 */
import { join, resolve } from "node:path";
import { type RunInSpace, seriesHeadings, seriesValues } from "carom/export";
import type { RecordedEvent } from "carom/simulation";
import { fileWriter, ParquetWriter } from "hyparquet-writer";
import { makeFolder } from "../output/folder.js";

/** Rows of a group: what is held at once. */
const GROUP = 20_000;

type Cell = string | number | null;

interface Column {
  readonly name: string;
  readonly type: "DOUBLE" | "INT32" | "STRING";
}

const doubles = (...names: string[]): Column[] => names.map((name) => ({ name, type: "DOUBLE" }));
const texts = (...names: string[]): Column[] => names.map((name) => ({ name, type: "STRING" }));

const CONTACTS: readonly Column[] = [
  ...doubles("time_s"),
  ...texts("contact", "mode"),
  ...doubles("normal_force_N", "force_x_N", "force_y_N", "force_z_N", "point_x_m", "point_y_m", "point_z_m"),
];

const EVENTS: readonly Column[] = [
  { name: "event", type: "INT32" },
  ...doubles("time_s"),
  ...texts("kind", "contact", "law", "slip"),
  ...doubles("normal_impulse_Ns", "impulse_x_Ns", "impulse_y_Ns", "impulse_z_Ns", "point_x_m", "point_y_m", "point_z_m"),
  ...doubles("normal_x", "normal_y", "normal_z", "normal_velocity_before_m_per_s", "normal_velocity_after_m_per_s"),
  ...doubles("energy_before_J", "energy_after_J"),
];

/** Writes the folder. */
export async function writeParquet(run: RunInSpace, folder: string): Promise<void> {
  await makeFolder(resolve(folder));
  const file = (name: string, columns: readonly Column[]) => tableFile(join(folder, `${name}.parquet`), columns);
  const series = file("series", doubles(...seriesHeadings(run)));
  const contacts = file("contacts", CONTACTS);
  const events = file("events", EVENTS);
  let count = 0;
  for await (const row of run.rows()) {
    await series.add(seriesValues(row));
    for (const { contact, mode, normalForce, force, point } of row.contacts)
      await contacts.add([row.time, contact, mode, normalForce, ...force, ...point]);
    for (const event of row.events) for (const cells of rowsOf(event, count++)) await events.add(cells);
  }
  for (const table of [series, contacts, events]) await table.end();
}

function rowsOf(event: RecordedEvent, number: number): Cell[][] {
  if (event.kind !== "impact") {
    const told = "contact" in event ? event.contact : null;
    return [[number, event.time, event.kind, told, ...new Array<null>(EVENTS.length - 4).fill(null)]];
  }
  const { time, kind, law, contacts, energy } = event;
  return contacts.map(({ contact, slip, impulse, worldImpulse, point, normal, velocityBefore, velocityAfter }) => [
    ...[number, time, kind, contact, law, slip],
    ...[impulse[2], ...worldImpulse, ...point, ...normal],
    ...[velocityBefore[2], velocityAfter[2], energy.before, energy.after],
  ]);
}

function tableFile(path: string, columns: readonly Column[]) {
  const isNumber = ({ type }: Column) => type !== "STRING";
  const schema = [
    { name: "root", num_children: columns.length },
    ...columns.map((column) => ({
      name: column.name,
      repetition_type: "OPTIONAL" as const,
      ...(isNumber(column)
        ? { type: column.type as "DOUBLE" | "INT32" }
        : { type: "BYTE_ARRAY" as const, converted_type: "UTF8" as const, logical_type: { type: "STRING" as const } }),
    })),
  ];
  const writer = new ParquetWriter({ writer: fileWriter(path), schema, codec: "UNCOMPRESSED", statistics: false });
  let held: Cell[][] = columns.map(() => []);

  async function flush(): Promise<void> {
    if (held[0].length === 0) return;
    await writer.write({ columnData: columns.map(({ name }, i) => ({ name, data: held[i] })), rowGroupSize: GROUP });
    held = columns.map(() => []);
  }
  return {
    async add(cells: readonly Cell[]): Promise<void> {
      for (const [i, cell] of cells.entries()) held[i].push(cell);
      if (held[0].length >= GROUP) await flush();
    },
    async end(): Promise<void> {
      await flush();
      await writer.finish();
    },
  };
}
