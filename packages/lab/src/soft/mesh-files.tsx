/** Meshes and skins from disk into the study, by a button or dropped anywhere. */
import { useEffect, useRef, useState } from "react";
import { takeFiles } from "../shell/file-taker.js";
import { openFiles } from "../shell/open-file.js";
import { beside } from "../study/open-study.js";
import { FolderIcon } from "../ui/icons.js";
import { isMeshFile, type SoftStudy } from "./mesh-file.js";

const UNITS = [
  ["m", 1],
  ["cm", 0.01],
  ["mm", 0.001],
] as const;

interface MeshFilesProps<S> {
  readonly study: S;
  readonly onStudy: (study: S) => void;
}

export function MeshFiles<S extends SoftStudy>({ study, onStudy }: MeshFilesProps<S>) {
  const input = useRef<HTMLInputElement>(null);
  const [unit, setUnit] = useState<number>(() => scaleIn(study));
  const [message, setMessage] = useState<string>();
  const [reading, setReading] = useState(false);
  useEffect(
    () =>
      takeFiles({
        accepts: isMeshFile,
        take: async (files) => {
          setMessage(undefined);
          setReading(true);
          try {
            const texts = await Promise.all(files.map(async (file) => ({ name: file.name, text: await file.text() })));
            onStudy((await beside((runner) => runner.withMeshes(study, texts, unit))) as S);
          } finally {
            setReading(false);
          }
        },
      }),
    [study, onStudy, unit],
  );
  const { skin, ...bare } = study;
  return (
    <fieldset className="mesh-files">
      <legend>Files</legend>
      <input
        ref={input}
        type="file"
        accept=".msh,.obj"
        multiple
        className="visually-hidden"
        aria-label="Open a mesh (.msh) or a skin (.obj)"
        tabIndex={-1}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          event.currentTarget.value = "";
          openFiles(files).catch((error: Error) => setMessage(error.message));
        }}
      />
      <button type="button" className="bar-button" onClick={() => input.current?.click()}>
        <FolderIcon />
        <span>Open mesh or skin</span>
      </button>
      <span className="unit">in</span>
      {UNITS.map(([name, scale]) => (
        <button key={name} type="button" className="bar-button" aria-pressed={unit === scale} onClick={() => setUnit(scale)}>
          {name}
        </button>
      ))}
      {skin !== undefined && (
        <button type="button" className="bar-button" onClick={() => onStudy(bare as S)}>
          Remove skin
        </button>
      )}
      <p className="hint" role="status">
        {reading
          ? "Reading …"
          : ".msh of gmsh: the body; .obj of Wavefront: a finer skin that moves with it. Or drop them here; they do not leave this computer."}
      </p>
      {message !== undefined && (
        <p className="view-error" role="alert">
          {message}
        </p>
      )}
    </fieldset>
  );
}

/** What a study says of files that it names and that are yet to be opened. */
function scaleIn({ mesh, skin }: SoftStudy): number {
  return (mesh.type === "file" ? mesh.scale : undefined) ?? (skin?.type === "file" ? skin.scale : undefined) ?? 1;
}
