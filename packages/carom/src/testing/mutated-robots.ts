/**
 * Robots that somebody spoiled: one small robot with everything a file can have, and meshes of all formats, with random damage.
 *
 * Whatever comes of it must be an InvalidInputError or a scene from which a system can be built.
 */
import { InvalidInputError } from "../errors.js";
import { createRandom } from "../math/random.js";
import { includedFilesOf, mjcfMeshesOf, readMjcf } from "../simulation/mjcf/mjcf.js";
import { systemFromScene } from "../simulation/scene/scene.js";
import { readSdf, sdfIncludesOf, sdfMeshesOf } from "../simulation/sdf/sdf.js";
import { dropRobot } from "../simulation/urdf/drop.js";
import type { UrdfOptions, UrdfRobot } from "../simulation/urdf/robot.js";
import { meshFilesOf, readUrdf } from "../simulation/urdf/urdf.js";
import { spoilableMjcf, spoilableSdf } from "./spoilable-files.js";
import { cube } from "./spoilable-meshes.js";

/** A robot that somebody spoiled. */
export interface MutatedRobot {
  /** What it was before. */
  readonly format: RobotFormat;
  /** Of its file. */
  readonly text: string;
  /** By the names it had for them. */
  readonly meshes: ReadonlyMap<string, Uint8Array>;
  /** Other files that it includes, by the names it had for them. */
  readonly files: ReadonlyMap<string, string>;
}

/** Formats of robots that are spoiled. */
export const ROBOT_FORMATS = ["urdf", "mjcf", "sdf"] as const;

/** One of them. */
export type RobotFormat = (typeof ROBOT_FORMATS)[number];

const INERTIAL =
  '<inertial><origin xyz="0.01 0 0.02" rpy="0 0.1 0"/><mass value="1.5"/>' +
  '<inertia ixx="0.01" iyy="0.02" izz="0.015" ixy="1e-4" ixz="0" iyz="0"/></inertial>';
const collision = (shape: string) => `<collision><origin xyz="0 0 0.05" rpy="0.1 0 0"/><geometry>${shape}</geometry></collision>`;
const joint = (name: string, type: string, parent: string, child: string, inside: string) =>
  `<joint name="${name}" type="${type}"><parent link="${parent}"/><child link="${child}"/>` +
  `<origin xyz="0.3 0 0" rpy="0 0 0.5"/>${inside}</joint>`;

const STOPS = '<limit lower="-1" upper="2" effort="1" velocity="1"/>';
const MIMIC = '<mimic joint="close" multiplier="1" offset="0"/>';

const ROBOT = `<?xml version="1.0"?>
<!-- everything -->
<robot name="all">
<link name="world"/>
<link name="base">${INERTIAL}${collision('<box size="0.2 0.1 0.05"/>')}</link>
<link name="arm">${INERTIAL}${collision('<mesh filename="package://all/a.stl" scale="0.1 0.1 0.1"/>')}</link>
<link name="hand">${collision('<mesh filename="b.obj" scale="0.05 -0.05 0.05"/>')}${collision('<sphere radius="0.03"/>')}</link>
<link name="finger">${INERTIAL}<visual><geometry><cylinder radius="0.01" length="0.1"/></geometry></visual></link>
<link name="thumb">${INERTIAL}${collision('<mesh filename="c.dae" scale="0.1 0.1 0.1"/>')}</link>
<link name="tool">${INERTIAL}${collision('<mesh filename="d.ply" scale="0.1 0.1 0.1"/>')}
<contact><lateral_friction value="0.8"/></contact></link>
<link name="tip"/>
${joint("weld", "fixed", "world", "base", "")}
${joint("shoulder", "revolute", "base", "arm", `<axis xyz="0 1 0"/>${STOPS}<dynamics damping="0.1" friction="0.2"/>`)}
${joint("wrist", "continuous", "arm", "hand", '<axis xyz="0 0 1"/>')}
${joint("close", "prismatic", "hand", "finger", '<axis xyz="1 0 0"/><limit lower="0" upper="0.05"/>')}
${joint("follow", "prismatic", "hand", "thumb", `<axis xyz="-1 0 0"/><limit lower="0" upper="0.05"/>${MIMIC}`)}
${joint("swivel", "spherical", "arm", "tool", "")}
${joint("mark", "fixed", "tool", "tip", "")}
<gazebo reference="arm"><mu1>0.6</mu1></gazebo>
<transmission name="t"/>
</robot>
`;

const ODD = [
  "0",
  "-1",
  "1e308",
  "-1e308",
  "1e-320",
  "NaN",
  "",
  "99999999999",
  "0x10",
  "1,5",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: what xacro leaves behind
  "${x}",
  "1e400",
  "..",
  "world",
  "arm",
  "\u0000",
  "../../../../etc/passwd",
  "file:///etc/hostname.stl",
  "/proc/self/mem.obj",
  "model://../../part",
  "all.zip",
  "9".repeat(400),
  "0.1 ".repeat(5000),
];

/** How deep files are nested. */
export const DEPTHS: readonly number[] = [10, 100, 1000, 10_000];

/** One of a list. */
export function drawn<T>(list: readonly T[], random: () => number): T {
  return list[Math.floor(list.length * random())];
}

/** Made to be read badly: what grows when it is read, what is deep, what is long, what is another kind of file. */
const HOSTILE: readonly ((text: string, random: () => number) => string)[] = [
  (text) => `<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>\n${text.replace(/"[^"]*"/, '"&b;"')}`,
  (text) => `<!DOCTYPE a SYSTEM "file:///etc/passwd">\n${text}`,
  (text, random) => deep(text, /<(link|body|model)\b/, "frame", drawn(DEPTHS, random)),
  (text, random) => deep(text, /<(link|body|model)\b/, "model", drawn(DEPTHS, random)),
  (text, random) =>
    text.replace(
      /<(link|joint|body|geom|model)\b/,
      (found) => `${'<include file="more.xml"/>'.repeat(drawn([1, 10, 100, 1000], random))}${found}`,
    ),
  (text, random) => nth(text, /<(link|joint|body|geom|collision)\b[^\n]*/g, random, (found) => `${found}\n`.repeat(1000)),
  (text) => `PK\u0003\u0004${text}`,
  (text, random) => text.replaceAll(/-?\d+\.?\d*(e-?\d+)?/g, (found) => (random() < 0.2 ? ODD[Math.floor(10 * random())] : found)),
  (text, random) =>
    text.replaceAll(/(parent|child|attached_to|relative_to|joint1|joint2|link)="?[^"<> ]*/g, (found) =>
      random() < 0.3 ? found.replace(/[^"=]*$/, "arm") : found,
    ),
];

function deep(text: string, before: RegExp, name: string, depth: number): string {
  const at = text.search(before);
  return at < 0 ? text : text.slice(0, at) + `<${name}>`.repeat(depth) + `</${name}>`.repeat(depth) + text.slice(at);
}

/** One of a seed. */
export function mutatedRobot(seed: number, format: RobotFormat = "urdf"): MutatedRobot {
  const random = createRandom(seed);
  const meshes = new Map([
    ["package://all/a.stl", cube.stl()],
    ["b.obj", cube.obj()],
    ["c.dae", cube.dae()],
    ["d.ply", cube.ply()],
    ["e.gltf", cube.gltf()],
  ]);
  const whole = { urdf: { text: ROBOT, files: {} }, mjcf: spoilableMjcf, sdf: spoilableSdf }[format];
  const files = new Map<string, string>(Object.entries(whole.files));
  const rounds = 1 + Math.floor(2 * random());
  let text = whole.text;
  for (let round = 0; round < rounds; round++)
    if (random() < 0.65) text = spoiledText(text, random);
    else if (files.size > 0 && random() < 0.5) for (const [name, other] of files) files.set(name, spoiledText(other, random));
    else {
      const names = [...meshes.keys()];
      const name = names[Math.floor(names.length * random())];
      meshes.set(name, spoiledBytes(meshes.get(name) ?? new Uint8Array(0), random));
    }
  return { format, text, meshes, files };
}

/** How a format is read, after all that is asked of it before. */
const READERS: Readonly<Record<RobotFormat, (robot: MutatedRobot, options: UrdfOptions) => UrdfRobot>> = {
  urdf: ({ text }, options) => {
    meshFilesOf(text);
    return readUrdf(text, options);
  },
  mjcf: ({ text, files }, options) => {
    includedFilesOf(text, files);
    mjcfMeshesOf(text, files);
    return readMjcf(text, { ...options, files });
  },
  sdf: ({ text, files }, options) => {
    sdfIncludesOf(text, files);
    sdfMeshesOf(text, files);
    return readSdf(text, { ...options, files });
  },
};

/** Undefined where it is refused in words, else how many speeds the system has. Throws what is neither. */
export function tryMutated(robot: MutatedRobot): number | undefined {
  const { meshes, format } = robot;
  try {
    const { bodies, planes, contacts = [] } = READERS[format](robot, { meshes });
    if (Object.values(bodies).some(({ joint }) => joint.type !== "fixed")) systemFromScene({ bodies: { ...bodies, ...planes }, contacts });
    const free = READERS[format](robot, { meshes, base: "free" });
    return systemFromScene(dropRobot(free, { height: 0.1, friction: 0.5, restitution: 0.2 })).speedCount;
  } catch (error) {
    if (error instanceof InvalidInputError) return undefined;
    throw error;
  }
}

/** Text with one wound. */
export function spoiledText(text: string, random: () => number): string {
  if (random() < 0.12) return HOSTILE[Math.floor(HOSTILE.length * random())](text, random);
  const place = () => Math.floor(text.length * random());
  // Wrong values leave most of a file to be read: they are drawn more often.
  const kind = (text.includes("<sdf") ? [0, 1, 2, 3, 4, 4, 5, 6, 7, 7, 7, 7] : [0, 1, 2, 3, 3, 3, 4, 4, 4, 4, 5, 6])[
    Math.floor(12 * random())
  ];
  const at = place();
  if (kind === 0) return text.slice(0, at) + text.slice(at + Math.floor(60 * random()));
  if (kind === 1) return text.slice(0, at) + text.slice(at, at + 120) + text.slice(at);
  if (kind === 2) return text.slice(0, at) + '<>"/& =-!'.charAt(Math.floor(9 * random())) + text.slice(at + 1);
  if (kind === 3) return swapped(text, random);
  if (kind === 4) return nth(text, /"[^"]*"/g, random, () => `"${ODD[Math.floor(ODD.length * random())]}"`);
  if (kind === 5)
    return nth(
      text,
      /<(link|joint|collision|inertial|limit|axis|body|geom|pose|model|frame|include)\b/g,
      random,
      (found) => `${found}${random() < 0.5 ? "x" : " "}`,
    );
  if (kind === 7) return nth(text, />[^<>\n]+</g, random, () => `>${ODD[Math.floor(ODD.length * random())]}<`);
  return nth(text, /\n[^\n]*/g, random, (found) => (random() < 0.5 ? "" : found + found));
}

/** One match, whichever, becomes something else. */
function nth(text: string, what: RegExp, random: () => number, change: (found: string) => string): string {
  const matches = [...text.matchAll(what)];
  if (matches.length === 0) return text;
  const match = matches[Math.floor(matches.length * random())];
  return text.slice(0, match.index) + change(match[0]) + text.slice(match.index + match[0].length);
}

/** Two values change places. */
function swapped(text: string, random: () => number): string {
  const values = [...text.matchAll(/"[^"]*"/g)].map(([value]) => value);
  if (values.length === 0) return text;
  return nth(text, /"[^"]*"/g, random, () => values[Math.floor(values.length * random())]);
}

/** Bytes with one wound. */
export function spoiledBytes(bytes: Uint8Array, random: () => number): Uint8Array {
  const spoiled = Uint8Array.from(bytes);
  const kind = Math.floor(4 * random());
  if (kind === 0) return spoiled.slice(0, Math.floor(spoiled.length * random()));
  if (kind === 1) return Uint8Array.from([...spoiled, ...spoiled.slice(0, Math.floor(200 * random()))]);
  for (let k = 0; k < (kind === 2 ? 1 : 20) && spoiled.length > 0; k++)
    spoiled[Math.floor(spoiled.length * random())] = Math.floor(256 * random());
  return spoiled;
}
