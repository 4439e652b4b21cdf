import { useRef, useState } from "react";
import { openFiles } from "../shell/open-file.js";
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
          accept=".json,application/json,.csv,.msh,.obj"
          multiple
          className="visually-hidden"
          aria-label="Open a study file, with the files that it names"
          tabIndex={-1}
          onChange={(event) => {
            const files = [...(event.currentTarget.files ?? [])];
            setMessage(undefined);
            openFiles(files).catch((error: Error) => setMessage(error.message));
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
