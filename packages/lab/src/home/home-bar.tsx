import { useState } from "react";
import { bringing } from "../shell/bringing.js";
import { TopBar } from "../shell/top-bar.js";
import { OpenFiles } from "../ui/open-files.js";

/** Where the bar of the home page leads; each opens with an example. */
const PLACES = [
  ["Gallery", "#/"],
  ["Build", "#/build"],
  ["Inspector", "#/impact?example=icosahedron-tetrahedron"],
  ["Player", "#/run?example=sim-phone-drop"],
  ["Engines", "#/engines"],
] as const;

export function HomeBar() {
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
        <OpenFiles
          words="Open study"
          label="Open a study file, with the files that it names, or a robot or mesh to build with"
          accept=".json,application/json,.csv,.c3d,.npy,.msh,.vtu,.obj,.urdf,.xml,.mjcf,.stl,.ply,.dae"
          onFiles={(files) => {
            setMessage(undefined);
            bringing(files).catch((error: Error) => setMessage(error.message));
          }}
        />
      </TopBar>
      {message !== undefined && (
        <p className="notice view-error" role="alert">
          {message}
        </p>
      )}
    </>
  );
}
