/** A sheet of figures at the size of print: panels chosen and ordered, letters, one column or more; vector, with its font inside. */
import type { Figure, SheetOptions } from "@carom/figures";
import type { Study } from "carom/study";
import { type CSSProperties, useEffect, useMemo, useState } from "react";
import { download } from "../export/download.js";
import { drawn, pngOf, withFont } from "../export/figures.js";
import type { Route } from "../shell/route.js";
import { fileName } from "../study/file-name.js";
import { createRunner } from "../worker/runner.js";
import { bibtex, type CaptionPart, captionParts, firstCaption, latexLines } from "./caption.js";
import { Choice } from "./film-tab.js";
import { columnShare, Ruler } from "./ruler.js";

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

interface SheetTabProps {
  readonly study: Study;
  /** How the sheet is laid out, where an address says so. */
  readonly query: Route["query"];
}

export function SheetTab({ study, query }: SheetTabProps) {
  const { figures, failure } = useFigures(study);
  if (failure !== undefined) return <p className="view-error">{failure}</p>;
  if (figures === undefined) return <p className="lead">computing</p>;
  if (figures.length === 0) return <p className="lead">This study has no figures.</p>;
  return <Composer study={study} figures={figures} query={query} />;
}

/** Where an address says nothing, or something else: the usual. */
function placeIn(list: readonly unknown[], text: string | undefined, usual: number): number {
  const found = list.findIndex((one) => String(one) === text);
  return found < 0 ? usual : found;
}

function Composer({ study, figures, query }: SheetTabProps & { readonly figures: readonly Figure[] }) {
  const [panels, setPanels] = useState<readonly string[]>(() => {
    const asked = (query.panels ?? "").split(",").filter((name) => figures.some((figure) => figure.name === name));
    return asked.length > 0 ? asked : figures.slice(0, FIRST).map(({ name }) => name);
  });
  const [width, setWidth] = useState(() => placeIn(WIDTHS, query.width, 2));
  const [columns, setColumns] = useState(() => placeIn(COLUMNS, query.columns, 1));
  const [letters, setLetters] = useState(() => placeIn(LETTERS, query.letters, 0));
  const [grey, setGrey] = useState(query.ink === "grey" ? 1 : 0);
  const [written, setWritten] = useState<string | undefined>(query.caption);
  const chosen = useMemo(() => panels.flatMap((name) => figures.find((figure) => figure.name === name) ?? []), [panels, figures]);
  const template = written ?? firstCaption(study.title, chosen.length);
  const parts = useMemo(() => captionParts(template, chosen, LETTERS[letters]), [template, chosen, letters]);
  const options = useMemo(
    (): SheetOptions => ({
      width: WIDTHS[width],
      columns: COLUMNS[columns],
      letters: LETTERS[letters],
      grey: grey === 1,
      title: study.title,
      ...(written === undefined ? {} : { caption: written }),
      study,
    }),
    [width, columns, letters, grey, study, written],
  );
  const [svg, setSvg] = useState<string>();
  useEffect(() => {
    let current = true;
    import("@carom/figures").then(({ sheetOf }) => current && setSvg(chosen.length === 0 ? undefined : sheetOf(chosen, options)));
    return () => {
      current = false;
    };
  }, [chosen, options]);
  return (
    <div className="take-sheet">
      <Desk
        svg={svg}
        width={WIDTHS[width]}
        panels={chosen.length}
        parts={parts}
        lines={latexLines(`${fileName(study.title)}-sheet.pdf`, WIDTHS[width], parts)}
      />
      <section className="take-panel" aria-label="The sheet">
        <Choice name="Width, mm" options={WIDTHS.map(String)} chosen={width} onChoose={setWidth} />
        <Choice name="Columns" options={COLUMNS.map(String)} chosen={columns} onChoose={setColumns} />
        <Choice name="Letters" options={LETTERS} chosen={letters} onChoose={setLetters} />
        <Choice name="Ink" options={["colour", "grey"]} chosen={grey} onChoose={setGrey} />
        <Panels figures={figures} panels={panels} onPanels={setPanels} />
        <label className="take-caption">
          Caption
          <textarea rows={4} value={template} onChange={(event) => setWritten(event.currentTarget.value)} />
        </label>
        <p className="note">
          {"{a}"} is what panel a says; its numbers follow the run.{" "}
          {written !== undefined && (
            <button type="button" className="text-button" onClick={() => setWritten(undefined)}>
              As the lab writes it
            </button>
          )}
        </p>
        <Saving
          study={study}
          svg={svg}
          sheet={{ ...options, panels }}
          lines={latexLines(`${fileName(study.title)}-sheet.pdf`, WIDTHS[width], parts)}
        />
      </section>
    </div>
  );
}

interface DeskProps {
  readonly svg: string | undefined;
  /** mm. */
  readonly width: number;
  readonly panels: number;
  readonly parts: readonly CaptionPart[];
  readonly lines: string;
}

/** The sheet under its ruler, its caption, and what brings it into a paper. */
function Desk({ svg, width, panels, parts, lines }: DeskProps) {
  const [address, setAddress] = useState<string>();
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
  const column = columnShare(width);
  if (address === undefined) return <div className="take-desk">{svg === undefined && <p className="lead">Choose a panel.</p>}</div>;
  return (
    <div className="take-desk">
      <div className="take-paper" style={{ "--mm": width } as CSSProperties}>
        <p className="desk-head">At the size of print</p>
        <Ruler width={width} />
        <div className="desk-sheet">
          <img src={address} alt={`A sheet of ${panels} panels, ${width} mm wide`} />
          {column !== undefined && <span className="column-end" style={{ left: `${100 * column}%` }} />}
        </div>
        <p className="desk-caption">
          <b>Figure 1.</b>{" "}
          {parts.map(({ letter, text }, i) => (
            <span key={i}>
              {letter !== undefined && <b>{letter} </b>}
              {text}
            </span>
          ))}
        </p>
        <p className="note">In a paper</p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, which the keyboard can only do where it has the focus */}
        <pre className="desk-lines" tabIndex={0}>
          {lines}
        </pre>
      </div>
    </div>
  );
}

interface PanelsProps {
  readonly figures: readonly Figure[];
  readonly panels: readonly string[];
  readonly onPanels: (panels: readonly string[]) => void;
}

function Panels({ figures, panels, onPanels }: PanelsProps) {
  const move = (panel: string, by: 1 | -1) => {
    const at = panels.indexOf(panel);
    const next = panels.filter((one) => one !== panel);
    next.splice(Math.min(next.length, Math.max(0, at + by)), 0, panel);
    onPanels(next);
  };
  const chosen = panels.flatMap((name) => figures.find((figure) => figure.name === name) ?? []);
  return (
    <ul className="take-panels" aria-label="Panels">
      {[...chosen, ...figures.filter((figure) => !panels.includes(figure.name))].map(({ name: panel, title }) => (
        <li key={panel}>
          <label className="take-check">
            <input
              type="checkbox"
              checked={panels.includes(panel)}
              onChange={() => onPanels(panels.includes(panel) ? panels.filter((one) => one !== panel) : [...panels, panel])}
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
  );
}

interface SavingProps {
  readonly study: Study;
  readonly svg: string | undefined;
  /** As it is kept in the file. */
  readonly sheet: object;
  readonly lines: string;
}

function Saving({ study, svg, sheet, lines }: SavingProps) {
  const [message, setMessage] = useState("");
  const name = `${fileName(study.title)}-sheet`;
  const save = (make: (text: string) => Promise<string | undefined>) => () => {
    if (svg === undefined) return;
    setMessage("");
    make(svg)
      .then((said) => setMessage(said ?? ""))
      .catch((error: Error) => setMessage(error.message));
  };
  const pdf = async (text: string) => {
    const { savedPdf } = await import("./pdf/save.js");
    const { blob, missing } = await savedPdf(text, study.title, { carom: 1, kind: "sheet", ...sheet });
    download(`${name}.pdf`, blob.type, blob);
    return missing.length === 0 ? undefined : `The font of the PDF has no ${missing.join(" ")}: left out.`;
  };
  const copy = () =>
    navigator.clipboard.writeText(lines).then(
      () => setMessage("The lines are in the clipboard."),
      () => setMessage("The browser does not let the page copy: the lines stand under the sheet."),
    );
  return (
    <>
      <p className="take-more">
        <button type="button" className="button solid" disabled={svg === undefined} onClick={save(pdf)}>
          Save as PDF
        </button>
        <button
          type="button"
          className="button"
          disabled={svg === undefined}
          onClick={save(async (text) => void download(`${name}.svg`, "image/svg+xml", await withFont(text)))}
        >
          Save as SVG
        </button>
        <button
          type="button"
          className="button"
          disabled={svg === undefined}
          onClick={save(async (text) => void download(`${name}.png`, "image/png", await pngOf(text, DOTS)))}
        >
          Save as PNG
        </button>
        <button type="button" className="button" onClick={copy}>
          LaTeX lines
        </button>
        <button
          type="button"
          className="button"
          onClick={save(async () => void download(`${name}.bib`, "text/plain", await bibtex(study, __CAROM_VERSION__)))}
        >
          BibTeX
        </button>
      </p>
      <p className="note">The study and this sheet travel inside the SVG and the PDF: drop one on the lab and the sheet opens again.</p>
      <p role="status" className="note">
        {message}
      </p>
    </>
  );
}

/** 600 dots an inch of print, for each px of a sheet of 96 an inch. */
const DOTS = 600 / 96;
