import { useState } from "react";
import { CloseIcon } from "../ui/icons.js";
import { useKeys } from "./keys.js";

const KEYS = [
  ["Space", "play or pause"],
  ["← →", "move the cursor; with Shift to the next event, with Alt a tenth"],
  ["Home, End", "beginning, end"],
  ["[ ]", "previous and next impact"],
  ["O", "open or close time at this impact"],
  ["F, 0", "camera follows; camera home"],
  ["D", "the inspector's numbers as a table"],
  ["E", "the study"],
  ["G", "the gallery"],
  ["T", "light or dark"],
  ["Esc", "cancel a run, close a menu or the study"],
  ["?", "this list"],
] as const;

/** The list of keys, on `?`. */
export function Help() {
  const [open, setOpen] = useState(false);
  useKeys({ "?": () => setOpen((before) => !before), ...(open ? { Escape: () => setOpen(false) } : {}) });
  if (!open) return null;
  return (
    <aside className="help" aria-label="Keys">
      <header>
        <h2>Keys</h2>
        <button type="button" className="icon-button" aria-label="Close the list of keys" onClick={() => setOpen(false)}>
          <CloseIcon />
        </button>
      </header>
      <dl>
        {KEYS.map(([key, words]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </aside>
  );
}
