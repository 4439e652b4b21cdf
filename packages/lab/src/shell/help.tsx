import { useState } from "react";
import { CloseIcon } from "../ui/icons.js";
import { type KeyRow, useKeyList, useKeys, useListedKeys } from "./keys.js";
import { toggleTheme } from "./theme.js";

const KEYS: readonly KeyRow[] = [
  ["T", "light or dark"],
  ["?", "this list"],
];

/** The list of keys, on `?`. */
export function Help() {
  const [open, setOpen] = useState(false);
  useKeyList(KEYS);
  const listed = useListedKeys();
  useKeys({ t: toggleTheme, "?": () => setOpen((before) => !before), ...(open ? { Escape: () => setOpen(false) } : {}) });
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
        {listed.map(([key, words]) => (
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
