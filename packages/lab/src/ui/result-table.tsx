/** A table of a result as the library names it, rounded. */
import { significant } from "@carom/figures/geometry";
import { shownHeading, type ResultTable as Table } from "carom/study";

/** As a column that says nothing. */
const DIGITS = 6;
const MOST_LINES = 40;

export function ResultTable({ table: { title, columns, rows } }: { readonly table: Table }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, which the keyboard can only do where it has the focus
    <section className="table-scroll" aria-label={title} tabIndex={0}>
      <table className="numbers">
        <thead>
          <tr>
            {columns.map((column, i) => {
              const heading = shownHeading(column);
              if (heading === "") return <td key={i} />;
              return (
                <th key={i} scope="col" className={typeof rows[0]?.[i] === "string" ? "words" : undefined}>
                  {heading}
                </th>
              );
            })}
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
    </section>
  );
}
