import { useRef, useState } from "react";
import { openFile } from "../shell/open-file.js";
import { TopBar } from "../shell/top-bar.js";
import { FolderIcon } from "../ui/icons.js";

/** Where the bar of the home page leads; each opens with an example. */
const PLACES = [
  ["Gallery", "#/"],
  ["Inspector", "#/impact?example=icosahedron-tetrahedron"],
  ["Player", "#/run?example=sim-phone-drop"],
  ["Engines", "#/engines"],
] as const;

export function HomeBar() {
  const input = useRef<HTMLInputElement>(null);
  const [message, setMessage] = useState<string>();
  return (
    <>
      <TopBar
        about={
          <nav aria-label="Views">
            {PLACES.map(([name, href], i) => (
              <a key={name} href={href} aria-current={i === 0 ? "page" : undefined}>
                {name}
              </a>
            ))}
          </nav>
        }
      >
        <input
          ref={input}
          type="file"
          accept=".json,application/json"
          className="visually-hidden"
          aria-label="Open a study file"
          tabIndex={-1}
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            setMessage(undefined);
            if (file !== undefined) openFile(file).catch((error: Error) => setMessage(error.message));
            event.currentTarget.value = "";
          }}
        />
        <button type="button" className="bar-button" onClick={() => input.current?.click()}>
          <FolderIcon />
          <span>Open study</span>
        </button>
      </TopBar>
      {message !== undefined && (
        <p className="notice view-error" role="alert">
          {message}
        </p>
      )}
    </>
  );
}
