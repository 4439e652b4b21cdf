/** The derivatives of an impact as tables: a row for each number of the study, a column for each of the result; and what is near. */
import type { ResultTable } from "../format/table.js";
import type { ImpactResult } from "./result.js";

export function derivativeTables({ derivatives }: ImpactResult): ResultTable[] {
  if (derivatives === undefined) return [];
  const { of, by, matrix, edges } = derivatives;
  return [
    {
      name: "derivatives",
      title: "Derivatives",
      use: "both",
      columns: [
        { name: "by" },
        { name: "unit" },
        ...of.map(({ path, unit }) => ({ name: path, ...(unit === "" ? {} : { unit }), digits: 6 })),
        { name: "verdict" },
        { name: "nearest edge" },
        { name: "distance", digits: 3 },
      ],
      rows: by.map(({ by: path, unit, verdict, edge, distance, reason }, c) => [
        path,
        unit,
        ...matrix.map((row) => (verdict === "none" ? "" : row[c])),
        reason === undefined ? verdict : `${verdict}: ${reason}`,
        edge === undefined ? "" : edges[edge].kind,
        distance ?? "",
      ]),
    },
  ];
}
