/**
 * Spoiled robots read by the command itself, in a folder of their own with bait outside of it: what is opened is watched, and nothing that
 * is not in the folder may be. Names that lead out stand in the files, and links that do stand in the folder.
 */
import fs from "node:fs";
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, sep } from "node:path";
import { createRandom } from "carom/math";
import { InvalidInputError } from "carom/study";
import { mutatedRobot, ROBOT_FORMATS } from "carom/testing";
import { importFile } from "../commands/import.js";
import { CommandFailure } from "../failure.js";

export interface Outside {
  readonly read: number;
  readonly refused: number;
  /** Files outside that were opened, and what failed otherwise. */
  readonly failures: readonly string[];
}

/** As the command has them when it is told nothing else. */
export const OPTIONS = {
  friction: 0.5,
  restitution: 0.2,
  duration: 1,
  inertia: "file",
  collide: "collision",
  corners: 24,
  parts: 1,
  package: [],
} as const;

/** Of each format as many as asked, from the number on. */
export async function importSpoiled(count: number, first: number): Promise<Outside> {
  const top = await realpath(await mkdtemp(join(tmpdir(), "carom-outside-")));
  const inside = join(top, "given");
  const watch = watchOpened();
  const told = [process.stdout, process.stderr].map((stream) => ({ stream, write: stream.write }));
  let [read, refused] = [0, 0];
  const failures: string[] = [];
  try {
    await bait(top, inside);
    for (const { stream } of told) stream.write = () => true;
    for (const format of ROBOT_FORMATS)
      for (let k = first; k < first + count; k++) {
        const { text, meshes, files } = mutatedRobot(k, format);
        const robot = join(inside, `robot.${format === "urdf" ? "urdf" : format === "mjcf" ? "xml" : "sdf"}`);
        for (const [name, content] of [...meshes, ...files]) await put(inside, name, content);
        await writeFile(robot, ledOut(text, top, k));
        watch.opened.clear();
        try {
          await importFile(robot, { ...OPTIONS, inside });
          read++;
        } catch (error) {
          refused++;
          if (!(error instanceof CommandFailure || error instanceof InvalidInputError)) failures.push(`${format} ${k}: ${error}`);
        }
        for (const path of watch.opened)
          if (!path.startsWith(`${inside}${sep}`) && !path.includes("node_modules") && !path.includes(`${sep}packages${sep}`))
            failures.push(`${format} ${k}: opened ${path}`);
      }
  } finally {
    for (const { stream, write } of told) stream.write = write;
    watch.end();
    await rm(top, { recursive: true, force: true });
  }
  return { read, refused, failures };
}

/** What must not be read, and ways to it. */
async function bait(top: string, inside: string): Promise<void> {
  await mkdir(join(inside, "all"), { recursive: true });
  await writeFile(
    join(top, "secret.stl"),
    "solid secret\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n",
  );
  await writeFile(join(top, "secret.xml"), "<mujoco><worldbody><body/></worldbody></mujoco>");
  await mkdir(join(top, "part"));
  await writeFile(join(top, "part", "model.sdf"), '<sdf version="1.7"><model name="part"><link name="secret"/></model></sdf>');
  await symlink(join(top, "secret.stl"), join(inside, "link.stl"));
  await symlink(join(top, "secret.xml"), join(inside, "link.xml"));
  await symlink(top, join(inside, "up"));
}

/** A third of the files name what is outside, one way or another. */
function ledOut(text: string, top: string, k: number): string {
  const random = createRandom(k + 0.5);
  if (random() > 0.33) return text;
  const ways = [
    "../secret",
    "link",
    "up/secret",
    `${top}/secret`,
    `file://${top}/secret`,
    "package://up/secret",
    "model://up/secret",
    "given/../../secret",
  ];
  const way = ways[Math.floor(ways.length * random())];
  return text.replace(/b\.obj|c\.dae|e\.gltf/g, `${way}.stl`).replace(/more\.xml/, `${way}.xml`);
}

async function put(inside: string, name: string, content: string | Uint8Array): Promise<void> {
  const [, plain = name] = /^(?:package|model):\/\/(.*)$/.exec(name) ?? [];
  const path = join(inside, name.startsWith("model://") ? `${plain}/model.sdf` : plain);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}

/** Real paths of what is opened to be read, from now on. */
function watchOpened() {
  const opened = new Set<string>();
  const { open } = fs.promises;
  const { openSync, readFileSync } = fs;
  const note = (path: unknown, flags: unknown) => {
    if (typeof path !== "string" || (typeof flags === "string" && /[wax]/.test(flags))) return;
    try {
      opened.add(fs.realpathSync(path));
    } catch {
      // What is not there is not read.
    }
  };
  fs.promises.open = ((path: string, flags?: string, ...rest: []) => {
    note(path, flags);
    return open(path, flags, ...rest);
  }) as typeof open;
  fs.openSync = ((path: string, flags: string, ...rest: []) => {
    note(path, flags);
    return openSync(path, flags, ...rest);
  }) as typeof openSync;
  fs.readFileSync = ((path: string, ...rest: []) => {
    note(path, "r");
    return readFileSync(path, ...rest);
  }) as typeof readFileSync;
  syncBuiltinESMExports();
  return {
    opened,
    end: () => {
      Object.assign(fs.promises, { open });
      Object.assign(fs, { openSync, readFileSync });
      syncBuiltinESMExports();
    },
  };
}
