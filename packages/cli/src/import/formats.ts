/** The formats of robots and scenes that are read: what each includes, which meshes it needs, and how it is read. */
import {
  includedFilesOf,
  meshFilesOf,
  mjcfMeshesOf,
  readMjcf,
  readSdf,
  readUrdf,
  sdfIncludesOf,
  sdfMeshesOf,
  type UrdfOptions,
  type UrdfRobot,
} from "carom/simulation";
import { InvalidInputError } from "carom/study";
import { MOST_ABOVE } from "../mesh-lookup.js";

type Files = ReadonlyMap<string, string>;

export interface RobotFormat {
  /** For people. */
  readonly name: string;
  /** Outermost element. */
  readonly root: string;
  /** What it includes and is not there yet. */
  readonly included: (text: string, files: Files) => readonly string[];
  /** How many folders above the file are looked into for what it includes. */
  readonly above: number;
  /** Names under which something that it includes may be found. */
  readonly places: (name: string) => readonly string[];
  readonly meshes: (text: string, files: Files, collide: "collision" | "visual") => readonly string[];
  readonly read: (text: string, files: Files, options: UrdfOptions) => UrdfRobot;
}

const FORMATS: readonly RobotFormat[] = [
  {
    name: "URDF",
    root: "robot",
    included: () => [],
    above: 0,
    places: (name) => [name],
    meshes: (text, _, collide) => meshFilesOf(text, collide),
    read: (text, _, options) => readUrdf(text, options),
  },
  {
    name: "MJCF",
    root: "mujoco",
    included: includedFilesOf,
    above: 0,
    places: (name) => [name],
    meshes: mjcfMeshesOf,
    read: (text, files, options) => readMjcf(text, { ...options, files }),
  },
  {
    name: "SDF",
    root: "sdf",
    included: sdfIncludesOf,
    above: MOST_ABOVE,
    places: (name) => [name, `${name.replace(/[/]$/, "")}/model.sdf`],
    meshes: sdfMeshesOf,
    read: (text, files, options) => readSdf(text, { ...options, files }),
  },
];

/** By the first element; what is not XML is left to the reader of URDF, which says so. */
export function formatOf(text: string): RobotFormat {
  const [, root] = /<([A-Za-z_][\w:.-]*)/.exec(text.slice(0, 100_000).replace(/<!--[\s\S]*?-->/g, "")) ?? [];
  const found = FORMATS.find((format) => format.root === root);
  if (found === undefined && root !== undefined)
    throw new InvalidInputError(
      "line 1",
      `<${root}>`,
      `does not begin a file that is read: ${FORMATS.map((format) => `${format.name} (<${format.root}>)`).join(", ")}`,
    );
  return found ?? FORMATS[0];
}
