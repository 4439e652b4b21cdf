/** The figures of a result beside each other, then its tables. */
import type { Figure } from "@carom/figures";
import type { ResultTable as Table } from "carom/study";
import { ResultTable } from "./result-table.js";
import "./result-figures.css";

export function ResultFigures({ figures, tables }: { readonly figures: readonly Figure[]; readonly tables: readonly Table[] }) {
  return (
    <>
      <div className="result-figures">
        {figures.map(({ name, title, caption, svg }) => (
          <figure key={name} id={name}>
            <h2>{title}</h2>
            <div dangerouslySetInnerHTML={{ __html: svg }} />
            <figcaption>{caption}</figcaption>
          </figure>
        ))}
      </div>
      {tables
        .filter(({ use }) => use !== "file")
        .map((table) => (
          <section key={table.name}>
            <h2>{table.title}</h2>
            <ResultTable table={table} />
          </section>
        ))}
    </>
  );
}
