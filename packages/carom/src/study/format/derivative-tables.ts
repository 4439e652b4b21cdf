/** Derivatives as tables: what matters most first on the page, everything in the file. */
import type { RunDerivatives, StudyDerivatives } from "./derivative-result.js";
import type { ResultTable } from "./table.js";

/** Columns of one table on the page. */
const MOST_COLUMNS = 6;

export function derivativeTables({ derivatives }: { readonly derivatives?: RunDerivatives }): ResultTable[] {
  if (derivatives === undefined) return [];
  return [...pageTables(derivatives), ...edgeTables(derivatives), ...multiplierTables(derivatives), fileTable(derivatives)];
}

/** By a few parameters each. */
function pageTables({ rows, columns, matrix }: StudyDerivatives): ResultTable[] {
  const parts = Math.ceil(columns.length / MOST_COLUMNS);
  return Array.from({ length: parts }, (_, part) => {
    const shown = columns.map((_, j) => j).slice(part * MOST_COLUMNS, (part + 1) * MOST_COLUMNS);
    return {
      name: `sensitivities-${part + 1}`,
      title: part === 0 ? "Change of each row by a unit of each column" : "Change of each row by a unit of each column, further columns",
      use: "page",
      columns: [
        { name: "of" },
        { name: "unit" },
        ...shown.map((j) => ({ name: `by ${columns[j].name}`, ...(columns[j].unit === "" ? {} : { unit: columns[j].unit }) })),
      ],
      rows: rows.map(({ name, unit }, i) => [name, unit === "" ? "1" : unit, ...shown.map((j) => matrix[i][j] ?? "none")]),
    } satisfies ResultTable;
  });
}

/** What does not simply hold, and why; one row for each parameter and reason. */
function edgeTables({ rows, columns, entries }: StudyDerivatives): ResultTable[] {
  const seen = new Map<string, (string | number)[]>();
  entries.forEach((row, i) => {
    row.forEach(({ status, kind = "", event, distance, reason = "" }, j) => {
      if (status === "exact") return;
      const key = `${j} ${status} ${kind} ${event ?? ""} ${reason}`;
      if (!seen.has(key)) seen.set(key, [columns[j].name, rows[i].name, status, kind, event ?? "", distance ?? "", reason]);
    });
  });
  if (seen.size === 0) return [];
  return [
    {
      name: "derivative-edges",
      title: "Where derivatives hold to one side, not far, or not at all",
      use: "page",
      columns: [
        { name: "by" },
        { name: "first row" },
        { name: "holds" },
        { name: "edge" },
        { name: "event" },
        { name: "distance", digits: 3 },
        { name: "why" },
      ],
      rows: [...seen.values()],
    },
  ];
}

function multiplierTables({ multipliers }: RunDerivatives): ResultTable[] {
  if (multipliers === undefined || multipliers.length === 0) return [];
  return [
    {
      name: "multipliers",
      title: "Multipliers of small changes over the run",
      use: "both",
      columns: [{ name: "magnitude" }, { name: "real" }, { name: "imaginary" }],
      rows: multipliers.map(({ magnitude, real, imaginary }) => [magnitude, real, imaginary]),
    },
  ];
}

function fileTable({ rows, columns, matrix, entries }: StudyDerivatives): ResultTable {
  return {
    name: "derivatives",
    title: "Derivatives",
    use: "file",
    columns: [
      { name: "of" },
      { name: "by" },
      { name: "derivative" },
      { name: "unit" },
      { name: "status" },
      { name: "kind" },
      { name: "event" },
      { name: "distance" },
    ],
    rows: rows.flatMap((row, i) =>
      columns.map((column, j) => {
        const { status, kind = "", event = "", distance = "" } = entries[i][j];
        return [row.name, column.name, matrix[i][j] ?? "", unitOver(row.unit, column.unit), status, kind, event, distance];
      }),
    ),
  };
}

/** Unit of a row over that of a column. */
function unitOver(row: string, column: string): string {
  if (column === "") return row;
  const below = /[ /]/.test(column) ? `(${column})` : column;
  return `${row === "" ? "1" : row}/${below}`;
}
