/** What to write into a page of your own, and the link that opens the lab at the same place. */
import type { Study } from "carom/study";
import { useEffect, useState } from "react";
import { viewFor } from "../kinds.js";
import type { Route } from "../shell/route.js";
import { LONGEST_LINK, packStudy } from "../shell/study-link.js";
import { Choice } from "./film-tab.js";
import type { ShownRun } from "./shown-run.js";

const SIZES = [
  ["720 × 480", 720, 480],
  ["480 × 360", 480, 360],
  ["320 × 240", 320, 240],
] as const;
const PARTS = ["stage", "time", "say"] as const;

interface EmbedTabProps {
  readonly study: Study;
  readonly shown: ShownRun | undefined;
  readonly query: Route["query"];
}

export function EmbedTab({ study, shown, query }: EmbedTabProps) {
  const [size, setSize] = useState(0);
  const [parts, setParts] = useState<readonly string[]>(PARTS);
  const [packed, setPacked] = useState<string>();
  const [said, setSaid] = useState("");
  useEffect(() => {
    if (query.example === undefined) packStudy(study).then(setPacked);
  }, [study, query.example]);
  const named = query.example === undefined ? (packed === undefined ? undefined : { s: packed }) : { example: query.example };
  if (named === undefined) return <p className="lead">computing</p>;
  if ("s" in named && named.s.length > LONGEST_LINK)
    return <p className="lead">This study is too large for an address: save it as a file (Study, Save), and serve it beside a page.</p>;
  const place = { ...(query.m === undefined ? {} : { m: query.m }), ...(query.c === undefined ? {} : { c: query.c }) };
  const host = window.location.href.split("#")[0].replace(/(?:index\.html)?$/, "");
  const [, width, height] = SIZES[size];
  const source = `${host}embed.html#${new URLSearchParams({ ...named, ...place, parts: parts.join(",") })}`;
  const title = study.title.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
  const frame = `width="${width}" height="${height}" title="${title}" loading="lazy"`;
  const code = `<iframe src="${source.replaceAll("&", "&amp;")}" ${frame}></iframe>`;
  const link = `${host}#/${viewFor(study)?.path}?${new URLSearchParams({ ...named, ...place })}`;
  const copy = (text: string) =>
    navigator.clipboard.writeText(text).then(
      () => setSaid("It is in the clipboard."),
      () => setSaid("The browser does not let the page copy: mark the text and copy it."),
    );
  return (
    <div className={shown === undefined ? "take-embed alone" : "take-embed"}>
      {shown !== undefined && (
        <figure className="take-framed">
          <iframe key={`${source} ${width}`} src={source} width={width} height={height} title={`Preview: ${study.title}`} loading="lazy" />
          <figcaption className="note">
            As it stands in the other page, {width} × {height}.
          </figcaption>
        </figure>
      )}
      <section className="take-panel" aria-label="A page of your own">
        {shown === undefined && (
          <p className="note">Only runs and impacts of bodies can be shown in another page; the link works for all.</p>
        )}
        {shown !== undefined && (
          <>
            <Choice name="Size" options={SIZES.map(([words]) => words)} chosen={size} onChoose={setSize} />
            <p className="take-checks">
              {PARTS.slice(1).map((part) => (
                <label key={part} className="take-check">
                  <input
                    type="checkbox"
                    checked={parts.includes(part)}
                    onChange={() => setParts(parts.includes(part) ? parts.filter((one) => one !== part) : [...parts, part])}
                  />{" "}
                  {part === "time" ? "clock and play" : "sentence"}
                </label>
              ))}
            </p>
            <label htmlFor="embed-code">To be written into a page</label>
            <textarea id="embed-code" readOnly rows={5} value={code} />
            <p>
              <button type="button" className="button solid" onClick={() => copy(code)}>
                Copy
              </button>{" "}
              <a className="button" href={source} target="_blank" rel="noreferrer">
                Open it alone
              </a>
            </p>
          </>
        )}
        <label htmlFor="lab-link">Link to this place in the lab</label>
        <textarea id="lab-link" readOnly rows={3} value={link} />
        <p>
          <button type="button" className="button" onClick={() => copy(link)}>
            Copy the link
          </button>
        </p>
        <p role="status" className="note">
          {said}
        </p>
      </section>
    </div>
  );
}
