/** What a study gives as files. It is computed once more for them, as the command would compute it. */
import type { Study, StudyResult } from "carom/study";
import { useState } from "react";
import { fileName } from "../study/file-name.js";
import { ExportIcon } from "../ui/icons.js";
import { Menu } from "../ui/menu.js";
import { createRunner } from "../worker/runner.js";
import { csvFiles } from "./csv.js";
import { download } from "./download.js";
import { drawn, pngOf } from "./figures.js";

async function computed(study: Study): Promise<StudyResult> {
  const runner = createRunner();
  try {
    const answer = await runner.run(study);
    if ("failure" in answer) throw new Error(answer.failure.message);
    return answer.value;
  } finally {
    runner.cancel();
  }
}

export function ExportMenu({ study, label }: { readonly study: Study; readonly label: string }) {
  const [message, setMessage] = useState<string>();
  const name = fileName(study.title);
  const exporting = (make: (result: StudyResult) => Promise<void> | void) => () => {
    setMessage(undefined);
    computed(study)
      .then(make)
      .catch((error: Error) => setMessage(error.message));
  };
  const picture = (make: (svg: string, figure: string) => Promise<void> | void) =>
    exporting(async (result) => {
      const { figures } = await drawn(study, result);
      const first = figures[0];
      if (first === undefined) throw new Error("this study has no figure");
      await make(first.svg, first.name);
    });
  return (
    <>
      <Menu
        label={label}
        icon={<ExportIcon />}
        items={[
          {
            label: "Data as CSV",
            note: "the tables of the result, a file each",
            choose: exporting((result) => {
              const files = csvFiles(study, result);
              if (files.length === 0) throw new Error("this study has no tables: take the result as JSON");
              for (const { name: table, text } of files) download(`${name}-${table}.csv`, "text/csv", text);
            }),
          },
          {
            label: "Result as JSON",
            note: "everything, numbers in full",
            choose: exporting((result) => download(`${name}-result.json`, "application/json", JSON.stringify(result))),
          },
          { label: "Figure as SVG", choose: picture((svg, figure) => download(`${name}-${figure}.svg`, "image/svg+xml", svg)) },
          {
            label: "Figure as PNG",
            choose: picture(async (svg, figure) => download(`${name}-${figure}.png`, "image/png", await pngOf(svg))),
          },
          {
            label: "Report as HTML",
            note: "all figures and tables, in one file",
            choose: exporting(async (result) => download(`${name}-report.html`, "text/html", (await drawn(study, result)).report)),
          },
        ]}
      />
      {message !== undefined && (
        <div className="toast error" role="alert">
          <p>{message}</p>
          <button type="button" className="text-button" onClick={() => setMessage(undefined)}>
            Close
          </button>
        </div>
      )}
    </>
  );
}
