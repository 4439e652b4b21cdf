/** A table of a result as the library names it, rounded. */
import { significant } from "@carom/figures/geometry";
import { shownHeading, type ResultTable as Table } from "carom/study";

/** As a column that says nothing. */
const DIGITS = 6;
const MOST_LINES = 40;

export function ResultTable({ table: { columns, rows } }: { readonly table: Table }) {
  return (
    <div className="table-scroll">
      <table className="numbers">
        <thead>
          <tr>
            {columns.map((column, i) => (
              <th key={i} scope="col" className={typeof rows[0]?.[i] === "string" ? "words" : undefined}>
                {shownHeading(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, MOST_LINES).map((row, i) => (
            <tr key={i}>
              {row.map((value, k) => (
                <td key={k} className={typeof value === "string" ? "words" : undefined}>
                  {typeof value === "string" ? value : significant(value, columns[k].digits ?? DIGITS)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > MOST_LINES && <p className="caption">and {rows.length - MOST_LINES} more</p>}
    </div>
  );
}
