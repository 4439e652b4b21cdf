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

const CUBE = ["0 0 0", "1 0 0", "0 1 0", "1 1 0", "0 0 1", "1 0 1", "0 1 1", "1 1 1"];
const FACES = ["0 2 3 1", "4 5 7 6", "0 1 5 4", "2 6 7 3", "0 4 6 2", "1 3 7 5"];

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
];

/** One of a seed. */
export function mutatedRobot(seed: number, format: RobotFormat = "urdf"): MutatedRobot {
  const random = createRandom(seed);
  const meshes = new Map<string, Uint8Array>([
    ["package://all/a.stl", stl()],
    ["b.obj", bytesOf(`${CUBE.map((corner) => `v ${corner}`).join("\n")}\n${FACES.map((face) => `f ${oneUp(face)}`).join("\n")}\n`)],
    ["c.dae", bytesOf(collada())],
    ["d.ply", bytesOf(ply())],
    ["e.gltf", bytesOf(gltf())],
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
    READERS[format](robot, { meshes });
    const free = READERS[format](robot, { meshes, base: "free" });
    return systemFromScene(dropRobot(free, { height: 0.1, friction: 0.5, restitution: 0.2 })).speedCount;
  } catch (error) {
    if (error instanceof InvalidInputError) return undefined;
    throw error;
  }
}

function spoiledText(text: string, random: () => number): string {
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

function spoiledBytes(bytes: Uint8Array, random: () => number): Uint8Array {
  const spoiled = Uint8Array.from(bytes);
  const kind = Math.floor(4 * random());
  if (kind === 0) return spoiled.slice(0, Math.floor(spoiled.length * random()));
  if (kind === 1) return Uint8Array.from([...spoiled, ...spoiled.slice(0, Math.floor(200 * random()))]);
  for (let k = 0; k < (kind === 2 ? 1 : 20) && spoiled.length > 0; k++)
    spoiled[Math.floor(spoiled.length * random())] = Math.floor(256 * random());
  return spoiled;
}

function oneUp(face: string): string {
  return face
    .split(" ")
    .map((corner) => Number(corner) + 1)
    .join(" ");
}

function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0) & 255);
}

function stl(): Uint8Array {
  const triangles = FACES.flatMap((face) => {
    const [a, b, c, d] = face.split(" ").map((corner) => CUBE[Number(corner)].split(" ").map(Number));
    return [
      [a, b, c],
      [a, c, d],
    ];
  });
  const bytes = new Uint8Array(84 + 50 * triangles.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(80, triangles.length, true);
  triangles.forEach((corners, t) => {
    corners.flat().forEach((value, k) => {
      view.setFloat32(84 + 50 * t + 12 + 4 * k, value, true);
    });
  });
  return bytes;
}

function collada(): string {
  return (
    `<?xml version="1.0"?><COLLADA><asset><unit meter="1"/></asset><library_geometries><geometry id="g"><mesh><source id="p">` +
    `<float_array id="a" count="24">${CUBE.join(" ")}</float_array><technique_common><accessor source="#a" count="8" stride="3"/>` +
    `</technique_common></source><vertices id="v"><input semantic="POSITION" source="#p"/></vertices></mesh></geometry>` +
    `</library_geometries>` +
    `<library_visual_scenes><visual_scene id="s"><node><translate>0 0 1</translate><instance_geometry url="#g"/></node></visual_scene>` +
    `</library_visual_scenes><scene><instance_visual_scene url="#s"/></scene></COLLADA>`
  );
}

function ply(): string {
  return (
    `ply\nformat ascii 1.0\nelement vertex 8\nproperty float x\nproperty float y\nproperty float z\nelement face 6\n` +
    `property list uchar int vertex_indices\nend_header\n${CUBE.join("\n")}\n${FACES.map((face) => `4 ${face}`).join("\n")}\n`
  );
}

function gltf(): string {
  const place = new DataView(new ArrayBuffer(96));
  CUBE.flatMap((corner) => corner.split(" ").map(Number)).forEach((value, i) => {
    place.setFloat32(4 * i, value, true);
  });
  const order = FACES.flatMap((face) => {
    const [a, b, c, d] = face.split(" ").map(Number);
    return [a, b, c, a, c, d];
  });
  const bytes = [...new Uint8Array(place.buffer), ...order];
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  let text = "";
  for (let i = 0; i < bytes.length; i += 3) {
    const three = (bytes[i] << 16) | (bytes[i + 1] << 8) | bytes[i + 2];
    for (const shift of [18, 12, 6, 0]) text += letters.charAt((three >> shift) & 63);
  }
  return JSON.stringify({
    asset: { version: "2.0" },
    scenes: [{ nodes: [0] }],
    nodes: [
      { translation: [0, 0, 1], children: [1] },
      { mesh: 0, rotation: [0, 0, 0, 1], scale: [1, 2, 1] },
    ],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
    accessors: [
      { bufferView: 0, componentType: 5126, count: 8, type: "VEC3" },
      { bufferView: 1, componentType: 5121, count: 36, type: "SCALAR" },
    ],
    bufferViews: [
      { buffer: 0, byteLength: 96 },
      { buffer: 0, byteOffset: 96, byteLength: 36 },
    ],
    buffers: [{ byteLength: 132, uri: `data:application/octet-stream;base64,${text}` }],
  });
}
