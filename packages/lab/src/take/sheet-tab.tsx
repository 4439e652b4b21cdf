/** A sheet of figures at the size of print: panels chosen and ordered, letters, one column or more; vector, with its font inside. */
import type { Figure } from "@carom/figures";
import type { Study } from "carom/study";
import { useEffect, useMemo, useState } from "react";
import { download } from "../export/download.js";
import { drawn, pngOf, withFont } from "../export/figures.js";
import { fileName } from "../study/file-name.js";
import { createRunner } from "../worker/runner.js";
import { Choice } from "./film-tab.js";

const WIDTHS = [86, 129, 178] as const;
const COLUMNS = [1, 2, 3] as const;
const LETTERS = ["a", "(a)", "A", "none"] as const;
/** Panels of a new sheet. */
const FIRST = 4;

/** Figures as the command draws them, from the result that it would compute. */
function useFigures(study: Study): { readonly figures?: readonly Figure[]; readonly failure?: string } {
  const [state, setState] = useState<{ readonly figures?: readonly Figure[]; readonly failure?: string }>({});
  useEffect(() => {
    const runner = createRunner();
    let current = true;
    runner
      .run(study)
      .then(async (answer) => {
        if ("failure" in answer) throw new Error(answer.failure.message);
        const { figures } = await drawn(study, answer.value);
        if (current) setState({ figures });
      })
      .catch((error: Error) => current && setState({ failure: error.message }));
    return () => {
      current = false;
      runner.cancel();
    };
  }, [study]);
  return state;
}

export function SheetTab({ study }: { readonly study: Study }) {
  const { figures, failure } = useFigures(study);
  if (failure !== undefined) return <p className="view-error">{failure}</p>;
  if (figures === undefined) return <p className="lead">computing</p>;
  if (figures.length === 0) return <p className="lead">This study has no figures.</p>;
  return <Composer study={study} figures={figures} />;
}

function Composer({ study, figures }: { readonly study: Study; readonly figures: readonly Figure[] }) {
  const [panels, setPanels] = useState<readonly string[]>(() => figures.slice(0, FIRST).map(({ name }) => name));
  const [width, setWidth] = useState(2);
  const [columns, setColumns] = useState(1);
  const [letters, setLetters] = useState(0);
  const [grey, setGrey] = useState(0);
  const [message, setMessage] = useState("");
  const [svg, setSvg] = useState<string>();
  const [address, setAddress] = useState<string>();
  const chosen = useMemo(() => panels.flatMap((name) => figures.find((figure) => figure.name === name) ?? []), [panels, figures]);
  useEffect(() => {
    let current = true;
    import("@carom/figures").then(({ sheetOf }) => {
      const options = {
        width: WIDTHS[width],
        columns: COLUMNS[columns],
        letters: LETTERS[letters],
        grey: grey === 1,
        title: study.title,
        study,
      };
      if (current) setSvg(chosen.length === 0 ? undefined : sheetOf(chosen, options));
    });
    return () => {
      current = false;
    };
  }, [chosen, width, columns, letters, grey, study]);
  useEffect(() => {
    if (svg === undefined) return setAddress(undefined);
    let made: string | undefined;
    let current = true;
    // A picture has only the fonts that are in it.
    withFont(svg).then((text) => {
      if (!current) return;
      made = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
      setAddress(made);
    });
    return () => {
      current = false;
      if (made !== undefined) URL.revokeObjectURL(made);
    };
  }, [svg]);
  const name = fileName(study.title);
  const move = (panel: string, by: 1 | -1) => {
    const at = panels.indexOf(panel);
    const next = panels.filter((one) => one !== panel);
    next.splice(Math.min(next.length, Math.max(0, at + by)), 0, panel);
    setPanels(next);
  };
  const save = (make: (text: string) => Promise<void>) => () => {
    if (svg === undefined) return;
    make(svg).catch((error: Error) => setMessage(error.message));
  };
  return (
    <div className="take-sheet">
      <div className="take-desk">
        {address === undefined ? (
          <p className="lead">Choose a panel.</p>
        ) : (
          <img src={address} alt={`A sheet of ${chosen.length} panels, ${WIDTHS[width]} mm wide`} />
        )}
      </div>
      <section className="take-panel" aria-label="The sheet">
        <Choice name="Width, mm" options={WIDTHS.map(String)} chosen={width} onChoose={setWidth} />
        <Choice name="Columns" options={COLUMNS.map(String)} chosen={columns} onChoose={setColumns} />
        <Choice name="Letters" options={LETTERS} chosen={letters} onChoose={setLetters} />
        <Choice name="Ink" options={["colour", "grey"]} chosen={grey} onChoose={setGrey} />
        <ul className="take-panels" aria-label="Panels">
          {[...chosen, ...figures.filter((figure) => !panels.includes(figure.name))].map(({ name: panel, title }) => (
            <li key={panel}>
              <label className="take-check">
                <input
                  type="checkbox"
                  checked={panels.includes(panel)}
                  onChange={() => setPanels(panels.includes(panel) ? panels.filter((one) => one !== panel) : [...panels, panel])}
                />{" "}
                {title}
              </label>
              {panels.includes(panel) && (
                <>
                  <button type="button" className="icon-button" aria-label={`${title}: earlier`} onClick={() => move(panel, -1)}>
                    ↑
                  </button>
                  <button type="button" className="icon-button" aria-label={`${title}: later`} onClick={() => move(panel, 1)}>
                    ↓
                  </button>
                </>
              )}
            </li>
          ))}
        </ul>
        <p className="take-more">
          <button
            type="button"
            className="button solid"
            disabled={svg === undefined}
            onClick={save(async (text) => download(`${name}-sheet.svg`, "image/svg+xml", await withFont(text)))}
          >
            Save as SVG
          </button>
          <button
            type="button"
            className="button"
            disabled={svg === undefined}
            onClick={save(async (text) => download(`${name}-sheet.png`, "image/png", await pngOf(text, DOTS)))}
          >
            Save as PNG
          </button>
        </p>
        <p className="note">The font is inside the SVG, and so is the study.</p>
        <p role="status" className="note">
          {message}
        </p>
      </section>
    </div>
  );
}

/** 600 dots an inch of print, for each px of a sheet of 96 an inch. */
const DOTS = 600 / 96;
