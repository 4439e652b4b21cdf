/** The text of what is built. It is the truth: what is typed here is built, what hands do is written here. */
import { parseStudyText } from "carom/study";
import { useState } from "react";
import { CodeEditor } from "../../editor/code-editor.js";
import { download } from "../../export/download.js";
import { fileName } from "../../study/file-name.js";
import { CloseIcon } from "../../ui/icons.js";
import { useEscape } from "../../ui/use-escape.js";
import "../../editor/editor.css";

interface BuildDrawerProps {
  readonly text: string;
  readonly title: string;
  readonly onText: (text: string) => void;
  readonly onClose: () => void;
}

export function BuildDrawer({ text, title, onText, onClose }: BuildDrawerProps) {
  const [message, setMessage] = useState<string>();
  useEscape(true, onClose);
  return (
    <aside className="study-drawer" aria-label="The study">
      <header>
        <h2>Study</h2>
        <button type="button" className="icon-button" aria-label="Close the study" onClick={onClose}>
          <CloseIcon />
        </button>
      </header>
      <CodeEditor
        text={text}
        onRead={(now, checked) => {
          setMessage("message" in checked ? checked.message : undefined);
          // Bodies inside each other are built as they are; what is no simulation is not.
          try {
            const { kind } = parseStudyText(now);
            if (kind === "simulation") onText(now);
            else setMessage(`A study of kind ${kind} is not built here.`);
          } catch {
            // The message says it.
          }
        }}
      />
      <p className={message === undefined ? "study-message" : "study-message view-error"} role="status">
        {message ?? "The scene follows."}
      </p>
      <footer>
        <button type="button" className="button" onClick={() => download(`${fileName(title)}.json`, "application/json", text)}>
          Save
        </button>
      </footer>
    </aside>
  );
}
