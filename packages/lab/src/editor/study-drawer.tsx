/** The file is the truth; the view is its picture. The study beside its view, as a form and as text. */
import type { Study } from "carom/study";
import { useEffect, useRef, useState } from "react";
import { download } from "../export/download.js";
import { ExportMenu } from "../export/export-menu.js";
import { commonFields } from "../kinds.js";
import { copyLink } from "../shell/share.js";
import { fileName } from "../study/file-name.js";
import { CloseIcon } from "../ui/icons.js";
import { useEscape } from "../ui/use-escape.js";
import { PHONE, useMedia } from "../ui/use-media.js";
import { asTypeScript } from "./as-typescript.js";
import { checkText } from "./check.js";
import { CodeEditor } from "./code-editor.js";
import { type CommonField, valueAt, withValue } from "./fields.js";
import { jsonText } from "./json-text.js";
import "./editor.css";

export interface StudyDrawerProps {
  readonly study: Study;
  readonly onStudy: (study: Study) => void;
  readonly onClose: () => void;
}

export function StudyDrawer({ study, onStudy, onClose }: StudyDrawerProps) {
  const phone = useMedia(PHONE);
  useEscape(true, onClose);
  const [text, setText] = useState(() => jsonText(study));
  const [message, setMessage] = useState<string>();
  const [said, setSaid] = useState("");
  /** What this drawer has made of the study: nothing to write back. */
  const own = useRef(study);
  useEffect(() => {
    if (own.current === study) return;
    own.current = study;
    setText(jsonText(study));
    setMessage(undefined);
  }, [study]);

  const take = (next: Study) => {
    own.current = next;
    setMessage(undefined);
    onStudy(next);
  };
  const change = (field: CommonField, value: string) => {
    const next = jsonText(withValue(JSON.parse(jsonText(study)), field.path, field.kind === "number" ? Number(value) : value));
    const checked = checkText(next);
    setText(next);
    if ("study" in checked) take(checked.study);
    else setMessage(checked.message);
  };
  const copy = async (what: string, content: string) => {
    try {
      await navigator.clipboard.writeText(content);
      setSaid(`${what} is in the clipboard.`);
    } catch {
      download(what === "TypeScript" ? "study.ts" : "study.json", "text/plain", content);
      setSaid(`The clipboard is closed to this page: ${what} is saved as a file.`);
    }
  };
  return (
    <aside className="study-drawer" aria-label="The study">
      <header>
        <h2>Study</h2>
        <button type="button" className="icon-button" aria-label="Close the study" onClick={onClose}>
          <CloseIcon />
        </button>
      </header>
      <form className="study-form" onSubmit={(event) => event.preventDefault()}>
        {commonFields(study).map((field) => {
          const value = valueAt(study, field.path);
          return (
            <label key={field.label} className={field.kind}>
              <span>
                {field.label} {field.unit !== undefined && <small>{field.unit}</small>}
              </span>
              <input
                key={String(value)}
                type={field.kind === "number" ? "number" : "text"}
                step="any"
                defaultValue={value === undefined ? "" : String(value)}
                onChange={(event) => event.currentTarget.value !== "" && change(field, event.currentTarget.value)}
              />
            </label>
          );
        })}
      </form>
      <CodeEditor
        text={text}
        onRead={(now, checked) => {
          setText(now);
          if ("study" in checked) take(checked.study);
          else setMessage(checked.message);
        }}
      />
      <p className={message === undefined ? "study-message" : "study-message view-error"} role="status">
        {message ?? (said === "" ? "The view follows." : said)}
      </p>
      <footer>
        <button type="button" className="button" onClick={() => download(`${fileName(study.title)}.json`, "application/json", `${text}\n`)}>
          Save
        </button>
        <button type="button" className="button" onClick={() => copy("TypeScript", asTypeScript(study))}>
          Copy as TypeScript
        </button>
        <button type="button" className="button" onClick={async () => setSaid(await copyLink(study))}>
          Copy link
        </button>
        {phone && <ExportMenu study={study} label="Export" />}
      </footer>
    </aside>
  );
}
