/**
 * A scene as URDF, the XML of robots in ROS: all bodies in one tree below the link `world`, with masses, inertias, joints and shapes, with
 * all digits. What programs that read URDF would stumble over is written as what all of them know, and told.
 *
 *     body without a joint     a link on a floating joint, where its shape's origin is
 *     link                     a link; its joint has the name of the link and `_joint`; a free one is where it starts
 *     plane, fixed body        a link that is fixed to the world; a plane is the top of a wide box
 *     gear                     a joint that mimics another
 *     sphere, box, cylinder    the same; a rod is a cylinder; a capsule a cylinder between two spheres; others meshes in files beside it
 *
 * URDF has no loops, springs, materials of pairs, loads, motors, motions, starts, nor speeds: they are left out and told.
 */
import { InvalidInputError } from "../errors.js";
import { groundTriangles, isGroundShape } from "../geometry/ground/ground-shape.js";
import * as quaternion from "../math/quaternion.js";
import * as vec3 from "../math/vec3.js";
import type { Shape } from "../mechanics/shapes/index.js";
import type { SceneJoint } from "../simulation/mechanism/scene-link.js";
import type { Scene, SceneBody } from "../simulation/scene/scene.js";
import { type Weight, weightOf } from "../simulation/scene/weight.js";
import { escaped, frameAtStart, gearOffset } from "../simulation/scene/written.js";
import { fromZ, type Placed, placed, toRollPitchYaw, within } from "../simulation/urdf/fields.js";
import { createLeftOut, type LeftOut, tellBody, tellLoads } from "./left-out.js";
import { type Triangles, trianglesOf } from "./triangles.js";

/** A scene as a URDF file. */
export interface UrdfFiles {
  /** Of the file. */
  readonly text: string;
  /** Texts of mesh files (OBJ) by their names, which the file has in its mesh folder. */
  readonly meshes: ReadonlyMap<string, string>;
  /** What was changed or left out, one sentence each. */
  readonly account: readonly string[];
}

const WORLD = "world";
/** m: how wide and how thick the box is that stands for a plane. */
const PLANE_WIDTH = 100;
const PLANE_DEPTH = 1;
/** rad or m, where there is no stop though URDF wants one; N m or N, and rad/s or m/s, which URDF wants of every joint with stops. */
const NO_LIMIT = 1e6;

/** What is written so far. */
interface Writer {
  readonly lines: string[];
  readonly meshes: Map<string, string>;
  readonly meshFolder: string;
  readonly leftOut: LeftOut;
}

/**
 * The text of a URDF file of a scene, with its meshes.
 * @param meshFolder stands before the names of mesh files
 */
export function urdfOf(scene: Scene, title = "scene", meshFolder = "meshes"): UrdfFiles {
  const writer: Writer = { lines: [], meshes: new Map(), meshFolder, leftOut: createLeftOut() };
  if (Object.hasOwn(scene.bodies, WORLD))
    throw new InvalidInputError(`bodies.${WORLD}`, WORLD, "is the name of the link that stands in a URDF: call this body otherwise");
  writer.lines.push('<?xml version="1.0"?>', `<robot name="${escaped(title)}">`, `  <link name="${WORLD}"/>`);
  const followed = mimicsOf(scene, writer);
  for (const [name, body] of Object.entries(scene.bodies)) {
    const path = `bodies.${name}`;
    if ("plane" in body) addPlane(name, body.plane, writer);
    else if ("fixed" in body) addGround(name, body.fixed, placeOf(body), writer);
    else {
      const shape = body.shape === undefined ? [] : shapesOf(body.shape, "joint" in body ? placeOf(body) : {}, name, writer);
      addLink(name, weightOf(body, path), shape, writer);
      if ("joint" in body) addJoint(name, body.joint, followed.get(name), writer);
      else addFloating(name, body, writer);
    }
    tellBody(name, body, writer.leftOut);
  }
  tellOwn(scene, writer);
  if ((scene.contacts?.length ?? 0) > 0 || scene.material !== undefined)
    writer.leftOut.tell("friction and restitution belong to pairs of bodies and are left out", "contacts");
  tellLoads(scene, writer.leftOut);
  writer.lines.push("</robot>", "");
  return { text: writer.lines.join("\n"), meshes: writer.meshes, account: writer.leftOut.lines() };
}

function tellOwn({ loops = [], gravity }: Scene, { leftOut }: Writer): void {
  for (const { between, type } of loops)
    leftOut.tell("loops are left out: in a URDF every link hangs on one joint", `${type} loop of ${between.join(" and ")}`);
  if (gravity !== undefined)
    leftOut.tell(`[${gravity.join(", ")}] m/s2 is left out: it belongs to the program that runs a URDF`, "gravity");
}

const placeOf = ({ position, orientation }: Placed): Placed => placed(position ?? vec3.ZERO, unit(orientation));
const unit = (turn: Placed["orientation"]) => (turn && quaternion.normalize(turn)) ?? quaternion.IDENTITY;

function originText({ position = vec3.ZERO, orientation }: Placed): string {
  const turn = orientation === undefined ? vec3.ZERO : toRollPitchYaw(unit(orientation));
  return `<origin xyz="${numbers(position)}" rpy="${numbers(turn)}"/>`;
}

/** Shortest decimals that are the same numbers when they are read. */
const numbers = (values: readonly number[]) => values.map((value) => `${value + 0}`).join(" ");

function addLink(name: string, weight: Weight | undefined, shapes: readonly string[], writer: Writer): void {
  const { lines } = writer;
  const contents: string[] = [];
  if (weight !== undefined && weight.mass > 0) {
    const [x, y, z] = weight.inertia;
    const moments = { ixx: x[0], ixy: x[1], ixz: x[2], iyy: y[1], iyz: y[2], izz: z[2] };
    contents.push(
      "    <inertial>",
      `      ${originText({ position: weight.centre })}`,
      `      <mass value="${weight.mass}"/>`,
      `      <inertia ${Object.entries(moments)
        .map(([moment, value]) => `${moment}="${value + 0}"`)
        .join(" ")}/>`,
      "    </inertial>",
    );
    if (Object.values(moments).every((moment) => moment === 0))
      writer.leftOut.tell("its inertia is zero, for which programs put others", name);
  }
  for (const kind of ["visual", "collision"]) for (const shape of shapes) contents.push(`    <${kind}>${shape}</${kind}>`);
  if (contents.length === 0) lines.push(`  <link name="${escaped(name)}"/>`);
  else lines.push(`  <link name="${escaped(name)}">`, ...contents, "  </link>");
}

interface Hung {
  readonly type: string;
  readonly parent: string;
  readonly place: Placed;
  readonly contents?: readonly string[];
}

const jointName = (name: string) => `${name}_joint`;

function addHung(name: string, { type, parent, place, contents = [] }: Hung, { lines }: Writer): void {
  lines.push(
    `  <joint name="${escaped(jointName(name))}" type="${type}">`,
    `    <parent link="${escaped(parent)}"/>`,
    `    <child link="${escaped(name)}"/>`,
    `    ${originText(place)}`,
    ...contents.map((line) => `    ${line}`),
    "  </joint>",
  );
}

function addFloating(name: string, body: SceneBody, writer: Writer): void {
  tellFloating(name, writer);
  addHung(name, { type: "floating", parent: WORLD, place: placeOf(body) }, writer);
}

const tellFloating = (name: string, writer: Writer) =>
  writer.leftOut.tell("it moves freely: its joint is floating, which some programs take for fixed", name);

/** Where a joint takes its place from: ratio times that of another, and the offset. */
interface Mimic {
  readonly leader: string;
  readonly ratio: number;
  readonly offset: number;
}

const TYPES = { fixed: "fixed", free: "floating", spherical: "spherical", prismatic: "prismatic", revolute: "revolute" } as const;

function addJoint(name: string, joint: SceneJoint, mimic: Mimic | undefined, writer: Writer): void {
  const { type, parent = WORLD, axis = [0, 0, 1], limits, damping, friction } = joint;
  const isSingle = type === "revolute" || type === "prismatic";
  const contents: string[] = [];
  if (isSingle) contents.push(`<axis xyz="${numbers(vec3.normalize(axis) ?? axis)}"/>`);
  const isOpen = limits?.lower === undefined && limits?.upper === undefined;
  if (isSingle && !(isOpen && type === "revolute")) {
    const { lower = -NO_LIMIT, upper = NO_LIMIT } = limits ?? {};
    contents.push(`<limit lower="${lower + 0}" upper="${upper + 0}" effort="${NO_LIMIT}" velocity="${NO_LIMIT}"/>`);
    if (limits?.lower === undefined || limits.upper === undefined)
      writer.leftOut.tell(`without stop on one side or both, which URDF wants: it has one at ${NO_LIMIT}`, name);
  }
  if ((damping ?? 0) !== 0 || friction !== undefined)
    contents.push(`<dynamics damping="${damping ?? 0}" friction="${friction?.effort ?? 0}"/>`);
  if (mimic !== undefined)
    contents.push(`<mimic joint="${escaped(jointName(mimic.leader))}" multiplier="${mimic.ratio}" offset="${mimic.offset + 0}"/>`);
  addHung(name, { type: type === "revolute" && isOpen ? "continuous" : TYPES[type], parent, place: frameAtStart(joint), contents }, writer);
  if (type === "free") tellFloating(name, writer);
  if (type === "spherical")
    writer.leftOut.tell("its joint is spherical, which URDF itself does not have; carom import, Bullet and others do", name);
  if (joint.spring !== undefined) writer.leftOut.tell("the spring of its joint is left out", name);
}

/** Which joints follow which. A joint mimics one other: of a second gear on it the other one follows, or it is left out. */
function mimicsOf({ gears = [], bodies }: Scene, writer: Writer): ReadonlyMap<string, Mimic> {
  const followed = new Map<string, Mimic>();
  for (const gear of gears) {
    const [first, second] = gear.between;
    const offset = gearOffset(gear, bodies);
    if (mayFollow(second, first)) followed.set(second, { leader: first, ratio: gear.ratio, offset });
    else if (mayFollow(first, second)) followed.set(first, { leader: second, ratio: 1 / gear.ratio, offset: -offset / gear.ratio });
    else writer.leftOut.tell("left out: a joint of a URDF follows one other", `gear of ${gear.between.join(" and ")}`);
  }
  return followed;

  /** Not where it follows another already, nor where that one follows it. */
  function mayFollow(name: string, leader: string): boolean {
    if (followed.has(name)) return false;
    for (let at: string | undefined = leader; at !== undefined; at = followed.get(at)?.leader) if (at === name) return false;
    return true;
  }
}

function addPlane(name: string, { normal, point = vec3.ZERO }: { normal: vec3.Vec3; point?: vec3.Vec3 }, writer: Writer): void {
  const turn = fromZ(vec3.normalize(normal) ?? [0, 0, 1]);
  const box = geometryText(`<box size="${PLANE_WIDTH} ${PLANE_WIDTH} ${PLANE_DEPTH}"/>`, { position: [0, 0, -PLANE_DEPTH / 2] });
  addLink(name, undefined, [box], writer);
  addHung(name, { type: "fixed", parent: WORLD, place: placed(point, turn) }, writer);
  writer.leftOut.tell(`a plane has no end: it is the top of a box ${PLANE_WIDTH} m wide`, name);
}

function addGround(
  name: string,
  shape: Extract<Scene["bodies"][string], { fixed: unknown }>["fixed"],
  place: Placed,
  writer: Writer,
): void {
  if (isGroundShape(shape)) {
    const { vertices, triangles } = groundTriangles(shape, `bodies.${name}.fixed`);
    addLink(name, undefined, [meshText({ points: vertices, faces: triangles }, {}, name, writer)], writer);
    writer.leftOut.tell("ground of triangles is a mesh, of which many programs take the hull", name);
  } else addLink(name, undefined, shapesOf(shape, {}, name, writer), writer);
  addHung(name, { type: "fixed", parent: WORLD, place }, writer);
}

const geometryText = (geometry: string, place: Placed) => `${originText(place)}<geometry>${geometry}</geometry>`;

/** One text for each shape that touches, at its place in the link. */
function shapesOf(shape: Shape, place: Placed, name: string, writer: Writer): string[] {
  if (shape.type === "compound")
    return shape.parts.flatMap(({ shape: part, hollow, ...own }) => {
      if (hollow !== true) return shapesOf(part, within(place, placeOf(own)), name, writer);
      writer.leftOut.tell("a hollow part is in its mass and not in its shapes", name);
      return [];
    });
  const rounding = ("rounding" in shape ? shape.rounding : undefined) ?? 0;
  const drum = (radius: number, length: number) => geometryText(`<cylinder radius="${radius}" length="${length}"/>`, place);
  const ball = (radius: number, height = 0) => geometryText(`<sphere radius="${radius}"/>`, within(place, { position: [0, 0, height] }));
  if (shape.type === "sphere") return [ball(shape.radius + rounding)];
  if (shape.type === "capsule") {
    const radius = shape.radius + rounding;
    writer.leftOut.tell("a capsule is a cylinder between two spheres: many programs refuse files with capsules", name);
    return [drum(radius, shape.length), ball(radius, shape.length / 2), ball(radius, -shape.length / 2)];
  }
  if (rounding === 0) {
    if (shape.type === "box") return [geometryText(`<box size="${numbers(shape.size)}"/>`, place)];
    if (shape.type === "cylinder") return [drum(shape.radius, shape.height)];
    if (shape.type === "rod") return [drum(shape.radius, shape.length)];
  }
  if (rounding > 0 || (shape.type !== "mesh" && shape.type !== "tetrahedron"))
    writer.leftOut.tell(
      `${rounding > 0 ? "rounded shapes are" : `a shape of type ${shape.type} is`} written by flat sides, as a mesh`,
      name,
    );
  return [meshText(trianglesOf(shape), place, name, writer)];
}

function meshText({ points, faces }: Triangles, place: Placed, name: string, { meshes, meshFolder }: Writer): string {
  const stem = name.replace(/[^\w.-]+/g, "_").replace(/^\.+/, "_") || "mesh";
  let file = `${stem}.obj`;
  for (let count = 2; meshes.has(file); count++) file = `${stem}-${count}.obj`;
  const corners = points.map((point) => `v ${numbers(point)}`);
  meshes.set(file, `${[...corners, ...faces.map((face) => `f ${face.map((corner) => corner + 1).join(" ")}`)].join("\n")}\n`);
  return geometryText(`<mesh filename="${escaped(meshFolder === "" ? file : `${meshFolder}/${file}`)}"/>`, place);
}
