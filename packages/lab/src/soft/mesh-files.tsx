/** Meshes and skins from disk into the study, by a button or dropped anywhere. */
import { significant } from "@carom/figures/geometry";
import { meshBounds } from "carom/soft";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { takeFiles } from "../shell/file-taker.js";
import { contentOf, openFiles } from "../shell/open-file.js";
import { OpenFiles } from "../ui/open-files.js";
import { beside } from "../worker/beside.js";
import { isMeshFile, isSkin, type MeshText, type SoftStudy } from "./mesh-file.js";

const HINT =
  ".msh of gmsh or .vtu of VTK: the body; .obj: a finer skin that moves with it. Or drop them here; they do not leave this computer.";

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
  const [unit, setUnit] = useState<number>(() => scaleIn(study));
  const [message, setMessage] = useState<string>();
  const [reading, setReading] = useState(false);
  /** The texts that this body came from, to be read again in another unit. */
  const opened = useRef<{ readonly mesh: S["mesh"]; readonly texts: readonly MeshText[] }>(undefined);
  const readings = useRef(0);
  const read = useCallback(
    async (files: readonly MeshText[] | Promise<readonly MeshText[]>, scale: number) => {
      const number = ++readings.current;
      const isLatest = () => number === readings.current;
      setMessage(undefined);
      setReading(true);
      try {
        const texts = await files;
        const made = (await beside((runner) => runner.withMeshes(study, texts, scale))) as S;
        if (!isLatest()) return;
        const hasMesh = texts.some(({ name }) => !isSkin(name));
        const before = opened.current?.mesh === study.mesh ? opened.current.texts.filter(({ name }) => !isSkin(name)) : [];
        opened.current = { mesh: made.mesh, texts: hasMesh ? texts : [...before, ...texts] };
        onStudy(made);
      } catch (error) {
        if (isLatest()) throw error;
      } finally {
        if (isLatest()) setReading(false);
      }
    },
    [study, onStudy],
  );
  useEffect(
    () =>
      takeFiles({
        accepts: isMeshFile,
        take: (files) => read(Promise.all(files.map(async (file) => ({ name: file.name, text: await contentOf(file) }))), unit),
      }),
    [read, unit],
  );
  const { skin, ...bare } = study;
  const measure = (scale: number) => {
    setUnit(scale);
    if (scale === unit || opened.current?.mesh !== study.mesh) return;
    const texts = opened.current.texts.filter(({ name }) => skin !== undefined || !isSkin(name));
    // A skin alone has to fit a body that stays as large as it is.
    if (texts.every(({ name }) => isSkin(name))) return;
    read(texts, scale).catch((error: Error) => setMessage(error.message));
  };
  const size = useMemo(() => sizeText(study.mesh), [study.mesh]);
  return (
    <fieldset className="mesh-files">
      <legend>Files</legend>
      <OpenFiles
        words="Open mesh or skin"
        label="Open a mesh (.msh, .vtu) or a skin (.obj)"
        accept=".msh,.vtu,.obj"
        onFiles={(files) => openFiles(files).catch((error: Error) => setMessage(error.message))}
      />
      <span className="unit">in</span>
      {UNITS.map(([name, scale]) => (
        <button key={name} type="button" className="bar-button" aria-pressed={unit === scale} onClick={() => measure(scale)}>
          {name}
        </button>
      ))}
      {size !== undefined && <span className="size">body {size}</span>}
      {skin !== undefined && (
        <button type="button" className="bar-button" onClick={() => onStudy(bare as S)}>
          Remove skin
        </button>
      )}
      <p className="hint" role="status">
        {reading ? "Reading …" : HINT}
      </p>
      {message !== undefined && (
        <p className="view-error" role="alert">
          {message}
        </p>
      )}
    </fieldset>
  );
}

/** Of a body given by its nodes, in millimetres unless it is larger than a metre. */
function sizeText(mesh: SoftStudy["mesh"]): string | undefined {
  if (mesh.type !== "tetrahedra") return undefined;
  const { low, high } = meshBounds(Float64Array.from(mesh.nodes.flat()));
  const sides = [0, 1, 2].map((axis) => high[axis]! - low[axis]!);
  const [factor, unit] = Math.max(...sides) < 1 ? [1e3, "mm"] : [1, "m"];
  return `${sides.map((side) => significant(factor * side, 3)).join(" × ")} ${unit}`;
}

/** What a study says of files that it names and that are yet to be opened. */
function scaleIn({ mesh, skin }: SoftStudy): number {
  return (mesh.type === "file" ? mesh.scale : undefined) ?? (skin?.type === "file" ? skin.scale : undefined) ?? 1;
}
