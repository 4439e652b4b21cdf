/** Ways to begin with something of one's own: an empty floor, a robot, a measured motion. */
import { useState } from "react";
import { bringing } from "../shell/bringing.js";
import { OpenFiles } from "../ui/open-files.js";

const BROUGHT = [
  {
    words: "Bring a robot",
    note: "URDF or MJCF with its meshes: it stands on the floor at once.",
    label: "Open a robot, with its meshes, to build with",
    accept: ".urdf,.xml,.mjcf,.stl,.obj,.ply,.dae",
  },
  {
    words: "Bring a motion",
    note: "CSV, C3D or NPY: measured places are laid over the computed ones.",
    label: "Open a measured motion to lay over a computed one",
    accept: ".csv,.c3d,.npy",
  },
] as const;

export function Start() {
  const [message, setMessage] = useState<string>();
  const bring = (files: readonly File[]) => {
    setMessage(undefined);
    bringing(files).catch((error: Error) => setMessage(error.message));
  };
  return (
    <section className="group start">
      <header>
        <h2>Start</h2>
        <p>With something of your own. Files stay on this machine.</p>
      </header>
      <ul>
        <li>
          <a className="bar-button" href="#/build?new=1">
            An empty floor
          </a>
          <p>Put bodies there, throw and spin them: what will happen is drawn as you do.</p>
        </li>
        {BROUGHT.map(({ words, note, label, accept }) => (
          <li key={words}>
            <OpenFiles words={words} label={label} accept={accept} onFiles={bring} />
            <p>{note}</p>
          </li>
        ))}
      </ul>
      {message !== undefined && (
        <p className="view-error" role="alert">
          {message}
        </p>
      )}
    </section>
  );
}
