/** `carom urdf`: a robot from a URDF file as a study of kind `simulation`, to be gone on with in an editor. */
import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { meshFilesOf, readUrdf } from "carom/simulation";
import { parseStudy } from "carom/study";
import { CommandFailure, systemReason, within } from "../failure.js";
import { jsonText } from "../output/json-text.js";
import { readText } from "../study-file.js";

export interface UrdfCommandOptions {
  /** The root moves freely instead of standing still. */
  readonly free?: boolean;
  /** Of the root, m. */
  readonly at?: readonly [number, number, number];
  /** Height of a floor to be put under it, m. */
  readonly floor?: number;
  /** s. */
  readonly duration: number;
}

export async function urdf(file: string, { free = false, at, floor, duration }: UrdfCommandOptions): Promise<void> {
  const text = await readText(file);
  const names = await within(file, () => meshFilesOf(text));
  const meshes = new Map<string, string>();
  for (const name of names) meshes.set(name, await readMesh(name, dirname(resolve(file))));
  const options = { meshes, base: free ? ("free" as const) : ("fixed" as const), ...(at === undefined ? {} : { position: at }) };
  const robot = await within(file, () => readUrdf(text, options));
  for (const warning of robot.warnings) process.stderr.write(`carom: ${file}: ${warning}\n`);
  if (floor !== undefined && Object.hasOwn(robot.bodies, "floor"))
    throw new CommandFailure(`${file}: link floor: the robot has a link of the name that --floor gives to the floor; rename it`);
  const ground =
    floor === undefined
      ? {}
      : {
          contacts: Object.entries(robot.bodies).flatMap(([name, { shape, joint }]) =>
            shape === undefined || (joint.type === "fixed" && joint.parent === undefined)
              ? []
              : [{ between: [name, "floor"], friction: 0.5, restitution: 0.2 }],
          ),
        };
  const study = {
    carom: 1,
    kind: "simulation",
    title: robot.name,
    duration,
    bodies: { ...robot.bodies, ...(floor === undefined ? {} : { floor: { plane: { normal: [0, 0, 1], point: [0, 0, floor] } } }) },
    ...ground,
  };
  await within(file, () => parseStudy(study));
  process.stdout.write(`${jsonText(study)}\n`);
}

/** `package://` names a folder that is somewhere above the file; other names stand beside it. */
async function readMesh(name: string, folder: string): Promise<string> {
  const [, , path = name] = /^(package|file):\/\/(.*)$/.exec(name) ?? [];
  const inside = name.startsWith("package://") ? [path, path.replace(/^[^/]*\//, "")] : [path];
  const above = [folder, resolve(folder, ".."), resolve(folder, "../.."), resolve(folder, "../../..")];
  for (const place of name.startsWith("package://") ? above : [folder])
    for (const candidate of inside) {
      const bytes = await readFile(resolve(place, candidate)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT" || error.code === "ENOTDIR") return undefined;
        throw new CommandFailure(`${resolve(place, candidate)}: ${systemReason(error)}`);
      });
      if (bytes !== undefined) return meshText(bytes);
    }
  throw new CommandFailure(
    `${name}: there is no such mesh beside the URDF${name.startsWith("package://") ? ", nor in the folders above it" : ""}`,
  );
}

/** Binary STL as the text that the library reads: a head of 80 bytes, the number of triangles, and 50 bytes for each. */
function meshText(bytes: Buffer): string {
  const triangles = bytes.length >= 84 ? bytes.readUInt32LE(80) : 0;
  if (triangles === 0 || bytes.length !== 84 + 50 * triangles) return bytes.toString("utf8");
  const corners = Array.from({ length: 3 * triangles }, (_, i) => {
    const from = 84 + 50 * Math.floor(i / 3) + 12 * (1 + (i % 3));
    return `vertex ${[0, 4, 8].map((shift) => bytes.readFloatLE(from + shift)).join(" ")}`;
  });
  return `solid mesh\nfacet\n${corners.join("\n")}\nendsolid\n`;
}
