/** What a study gives as files. It is computed once more for them, as the command would compute it. */
import type { Figure } from "@carom/figures";
import type { Study, StudyResult } from "carom/study";
import { useState } from "react";
import { fileName } from "../study/file-name.js";
import { ExportIcon } from "../ui/icons.js";
import { Menu } from "../ui/menu.js";
import { createRunner } from "../worker/runner.js";
import { download } from "./download.js";
import { drawn } from "./figures.js";
import { FiguresPanel } from "./figures-panel.js";

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
  const [figures, setFigures] = useState<readonly Figure[]>();
  const name = fileName(study.title);
  const exporting = (make: (result: StudyResult) => Promise<void> | void) => () => {
    setMessage(undefined);
    computed(study)
      .then(make)
      .catch((error: Error) => setMessage(error.message));
  };
  return (
    <>
      <Menu
        label={label}
        icon={<ExportIcon />}
        items={[
          {
            label: "Data as CSV",
            note: "the tables of the result, a file each",
            choose: exporting(async (result) => {
              const { csvFiles } = await import("./csv.js");
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
          {
            label: "Figures",
            note: "every picture of the result, as SVG or PNG",
            choose: exporting(async (result) => {
              const { figures: made } = await drawn(study, result);
              if (made.length === 0) throw new Error("this study has no figure");
              setFigures(made);
            }),
          },
          {
            label: "Report as HTML",
            note: "all figures and tables, in one file",
            choose: exporting(async (result) => download(`${name}-report.html`, "text/html", (await drawn(study, result)).report)),
          },
        ]}
      />
      {figures !== undefined && <FiguresPanel figures={figures} name={name} onClose={() => setFigures(undefined)} />}
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
