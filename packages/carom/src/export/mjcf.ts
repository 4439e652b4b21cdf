/**
 * A scene as MJCF, the XML of MuJoCo: bodies, links, planes and fixed bodies with masses, inertias, joints and shapes, with all digits.
 *
 *     body without a joint     a body with a free joint, where its shape's origin is
 *     link                     a body inside its parent's, drawn where its joint is at zero; a free one in the world, where it starts
 *     hinges and slides with   joints of the one body that they carry, which MuJoCo moves one after the other: it takes no body that moves
 *     nothing but the next     and has no mass
 *     gears, loops             equalities of joints; connections of spherical loops, welds of fixed ones
 *     meshes, tetrahedra,      assets with their corners in the file; MuJoCo lets their hulls touch. Cones and rounded shapes have flat
 *     cones, rounded shapes    sides
 *
 * What MJCF has no equal for is refused by name: ground of triangles, hollow parts, loops of other types. Restitution, loads, motors,
 * motions, and where joints start and how bodies move are left out and told. What may touch: mjcf-contacts.ts.
 */
import { InvalidInputError } from "../errors.js";
import { isGroundShape } from "../geometry/ground/ground-shape.js";
import * as quaternion from "../math/quaternion.js";
import * as vec3 from "../math/vec3.js";
import type { Shape } from "../mechanics/shapes/index.js";
import type { SceneJoint, SceneLink } from "../simulation/mechanism/scene-link.js";
import type { Scene } from "../simulation/scene/scene.js";
import { type Weight, weightOf } from "../simulation/scene/weight.js";
import { escaped, frameAtStart, gearOffset } from "../simulation/scene/written.js";
import { fromZ, inverse, type Placed, within } from "../simulation/urdf/fields.js";
import { createLeftOut, type LeftOut, tellBody, tellLoads } from "./left-out.js";
import { contactText, createGeomNames, defaultsOf, type GeomNames, tellPairs } from "./mjcf-contacts.js";
import { trianglesOf } from "./triangles.js";

type AnyBody = Scene["bodies"][string];

/** A scene as an MJCF file. */
export interface MjcfFile {
  /** Of the file. */
  readonly text: string;
  /** What was changed or left out, one sentence each. */
  readonly account: readonly string[];
}

/** The text of an MJCF file of a scene. */
export function mjcfOf(scene: Scene, title = "scene"): MjcfFile {
  const leftOut = createLeftOut();
  const lines = [`<mujoco model="${escaped(title)}">`, '  <compiler angle="radian" autolimits="true"/>'];
  if (scene.gravity !== undefined) lines.push(`  <option gravity="${scene.gravity.join(" ")}"/>`);
  lines.push(...defaultsOf(scene));
  const names = createGeomNames(scene);
  const assets: Assets = { lines: [], names, leftOut };
  const begun = lines.push("  <worldbody>") - 1;
  const entries = Object.entries(scene.bodies) as [string, AnyBody][];
  const isLink = (body: AnyBody): body is SceneLink => "joint" in body;
  // MuJoCo has free joints in the world only.
  const parentOf = ({ joint }: SceneLink) => (joint.type === "free" ? "world" : (joint.parent ?? "world"));
  const children = (parent: string) => entries.filter(([, body]) => isLink(body) && parentOf(body) === parent);

  /** What a link without mass and shape carries, if it is one thing and the two can be one body. */
  const carriedBy = (name: string, body: AnyBody): [string, AnyBody] | undefined => {
    if (!isLink(body) || !isBare(body)) return undefined;
    const [first, second] = children(name);
    const isTied = scene.loops?.some(({ between }) => between.includes(name)) === true;
    const canJoin = first !== undefined && second === undefined && !isTied && isLink(first[1]) && first[1].joint.type !== "spherical";
    if (!canJoin) leftOut.tell("it moves and has no mass, which MuJoCo refuses", name);
    return canJoin ? first : undefined;
  };

  function add(name: string, body: AnyBody, indent: string, carriers: readonly Carrier[] = []): void {
    const inner = `${indent}  `;
    if ("plane" in body) {
      const { normal, point = vec3.ZERO } = body.plane;
      const up = vec3.normalize(normal) ?? [0, 0, 1];
      lines.push(
        `${indent}<geom name="${escaped(names.next(name))}" type="plane" size="10 10 1"` +
          `${placeText({ position: point, orientation: fromZ(up) })}/>`,
      );
      return;
    }
    const carried = carriedBy(name, body);
    if (carried !== undefined && isLink(body)) {
      add(...carried, indent, [...carriers, { name, joint: body.joint }]);
      return;
    }
    const [own, contents] = isLink(body) ? linkOf(name, body, assets) : bodyOf(name, body, assets);
    const [place, before] = behind(carriers, isLink(body) && body.joint.type === "free" ? drawnPlace(name, scene) : own);
    lines.push(`${indent}<body name="${escaped(name)}"${placeText(place)}>`, ...[...before, ...contents].map((line) => `${inner}${line}`));
    for (const [child, link] of children(name)) add(child, link, inner);
    lines.push(`${indent}</body>`);
  }
  for (const [name, body] of entries) tellBody(name, body, leftOut);
  tellPairs(scene, leftOut);
  tellLoads(scene, leftOut);
  for (const [name, body] of entries) if (!isLink(body) || parentOf(body) === "world") add(name, body, "    ");
  lines.push("  </worldbody>", ...contactText(scene, names), ...equalitiesOf(scene), "</mujoco>", "");
  if (assets.lines.length > 0) lines.splice(begun, 0, "  <asset>", ...assets.lines.map((asset) => `    ${asset}`), "  </asset>");
  return { text: lines.join("\n"), account: leftOut.lines() };
}

/** A link without mass whose joint is written with those of what it carries. */
interface Carrier {
  readonly name: string;
  readonly joint: SceneJoint;
}

const isBare = ({ joint: { type }, mass, density, shape }: SceneLink) =>
  (type === "revolute" || type === "prismatic") && (mass ?? 0) === 0 && density === undefined && shape === undefined;

/** Where a body is that carriers carry, and their joints in its axes. */
function behind(carriers: readonly Carrier[], own: Placed): Written {
  let place = own;
  const joints: string[] = [];
  for (const { name, joint } of [...carriers].reverse()) {
    joints.unshift(...jointText(name, joint, inverse(place)));
    place = within(frameAtStart(joint), place);
  }
  return [place, joints];
}

/** Where a body is in the world as it is written, with joints at zero and free bodies where they start. */
function drawnPlace(name: string, { bodies }: Scene): Placed {
  const body = Object.hasOwn(bodies, name) ? bodies[name] : undefined;
  if (body === undefined || "plane" in body) return {};
  if ("joint" in body) return within(drawnPlace(body.joint.parent ?? "world", { bodies }), frameAtStart(body.joint));
  return { position: body.position, ...(body.orientation === undefined ? {} : { orientation: body.orientation }) };
}

/** Meshes and names of shapes of the file so far, and what is told. */
interface Assets {
  readonly lines: string[];
  readonly names: GeomNames;
  readonly leftOut: LeftOut;
}

type Written = readonly [Placed, readonly string[]];

function bodyOf(name: string, body: Exclude<AnyBody, { readonly joint: unknown } | { readonly plane: unknown }>, assets: Assets): Written {
  const path = `bodies.${name}`;
  const place = { position: body.position, ...(body.orientation === undefined ? {} : { orientation: body.orientation }) };
  if ("fixed" in body) {
    if (isGroundShape(body.fixed)) throw new InvalidInputError(`${path}.fixed.type`, body.fixed.type, "cannot be written as MJCF");
    return [place, geomsOf(body.fixed, {}, { path: `${path}.fixed`, name, assets })];
  }
  const contents = [`<freejoint name="${escaped(name)}"/>`, inertialText(weightOf(body, path))];
  return [place, [...contents, ...geomsOf(body.shape, {}, { path: `${path}.shape`, name, assets })]];
}

function linkOf(name: string, link: SceneLink, assets: Assets): Written {
  const { joint, shape, position, orientation } = link;
  const inLink: Placed = { ...(position === undefined ? {} : { position }), ...(orientation === undefined ? {} : { orientation }) };
  const contents: string[] = [...jointText(name, joint)];
  const { limits } = joint;
  if (limits !== undefined && (limits.lower === undefined || limits.upper === undefined))
    assets.leftOut.tell(`without stop on one side, which MJCF wants: it has one at ${NO_LIMIT}`, name);
  const weight = weightOf(link, `bodies.${name}`);
  if (weight.mass > 0) contents.push(inertialText(weight));
  if (shape !== undefined)
    contents.push(...geomsOf(shape, inLink, { path: `bodies.${name}.shape`, name, assets, isWeightless: weight.mass === 0 }));
  return [frameAtStart(joint), contents];
}

const KINDS = { revolute: "hinge", prismatic: "slide", spherical: "ball" } as const;

/** @param frame of the joint in the body that has it */
function jointText(name: string, { type, axis, limits, spring, damping, friction }: SceneJoint, frame: Placed = {}): string[] {
  if (type === "fixed") return [];
  if (type === "free") return [`<freejoint name="${escaped(name)}"/>`];
  const numbers = [
    ...(frame.position === undefined ? [] : [`pos="${frame.position.join(" ")}"`]),
    ...(type === "spherical" ? [] : [`axis="${quaternion.rotate(frame.orientation ?? quaternion.IDENTITY, axis ?? [0, 0, 1]).join(" ")}"`]),
    ...(limits === undefined ? [] : [`range="${limits.lower ?? -NO_LIMIT} ${limits.upper ?? NO_LIMIT}"`]),
    ...(spring === undefined ? [] : [`stiffness="${spring.stiffness}" springref="${spring.position ?? 0}"`]),
    ...(damping === undefined ? [] : [`damping="${damping}"`]),
    ...(friction === undefined ? [] : [`frictionloss="${friction.effort}"`]),
  ];
  return [`<joint name="${escaped(name)}" type="${KINDS[type]}"${numbers.map((text) => ` ${text}`).join("")}/>`];
}

/** rad or m, where a stop is on one side only. */
const NO_LIMIT = 1e6;

function inertialText({ mass, centre, inertia: [x, y, z] }: Weight): string {
  return `<inertial pos="${centre.join(" ")}" mass="${mass}" fullinertia="${[x[0], y[1], z[2], x[1], x[2], y[2]].join(" ")}"/>`;
}

function placeText({ position, orientation }: Placed): string {
  const [x, y, z, w] = orientation ?? quaternion.IDENTITY;
  const turn = orientation === undefined ? "" : ` quat="${[w, x, y, z].join(" ")}"`;
  return `${position === undefined ? "" : ` pos="${position.join(" ")}"`}${turn}`;
}

interface Naming {
  readonly path: string;
  /** Of the body. */
  readonly name: string;
  readonly assets: Assets;
  /** Whether its shapes weigh nothing: without an inertial MuJoCo would weigh them. */
  readonly isWeightless?: boolean;
}

const weightText = ({ isWeightless }: Naming) => (isWeightless === true ? ' mass="0"' : "");

function geomsOf(shape: Shape, place: Placed, naming: Naming): string[] {
  const { path } = naming;
  if (shape.type === "compound")
    return shape.parts.flatMap(({ shape: part, position, orientation, hollow }, i) => {
      if (hollow === true) throw new InvalidInputError(`${path}.parts[${i}]`, "hollow", "cannot be written as MJCF");
      const own = within(place, { ...(position && { position }), ...(orientation && { orientation }) });
      return geomsOf(part, own, { ...naming, path: `${path}.parts[${i}]` });
    });
  const geom = (type: string, ...size: number[]) => [
    `<geom name="${escaped(naming.assets.names.next(naming.name))}" type="${type}" size="${size.join(" ")}"` +
      `${placeText(place)}${weightText(naming)}/>`,
  ];
  const { rounding = 0 } = shape;
  if (shape.type === "sphere") return geom("sphere", shape.radius + rounding);
  if (shape.type === "capsule") return geom("capsule", shape.radius + rounding, shape.length / 2);
  if (rounding === 0) {
    if (shape.type === "box") return geom("box", ...shape.size.map((value) => value / 2));
    if (shape.type === "cylinder") return geom("cylinder", shape.radius, shape.height / 2);
    if (shape.type === "rod") return geom("cylinder", shape.radius, shape.length / 2);
    if (shape.type === "ellipsoid") return geom("ellipsoid", ...shape.halfAxes);
  }
  return [meshText(shape, place, naming)];
}

/** Corners and triangles in the file itself. */
function meshText(shape: Shape, place: Placed, naming: Naming): string {
  const { name, assets } = naming;
  const { points, faces } = trianglesOf(shape);
  const own = `${name} ${assets.lines.length + 1}`;
  const rounding = "rounding" in shape ? (shape.rounding ?? 0) : 0;
  if (rounding > 0) assets.leftOut.tell("rounded shapes are written by flat sides, as a mesh", name);
  else if (shape.type !== "mesh" && shape.type !== "tetrahedron")
    assets.leftOut.tell(`a shape of type ${shape.type} is written by flat sides, as a mesh`, name);
  assets.lines.push(`<mesh name="${escaped(own)}" vertex="${points.flat().join(" ")}" face="${faces.flat().join(" ")}"/>`);
  return `<geom name="${escaped(assets.names.next(name))}" type="mesh" mesh="${escaped(own)}"${placeText(place)}${weightText(naming)}/>`;
}

function equalitiesOf({ bodies, gears = [], loops = [] }: Pick<Scene, "bodies" | "gears" | "loops">): string[] {
  if (gears.length + loops.length === 0) return [];
  const ofGears = gears.map(
    (gear) =>
      `    <joint joint1="${escaped(gear.between[1])}" joint2="${escaped(gear.between[0])}" ` +
      `polycoef="${gearOffset(gear, bodies)} ${gear.ratio} 0 0 0"/>`,
  );
  const ofLoops = loops.map(({ type, between: [first, second], frames }, i) => {
    if (type !== "spherical" && type !== "fixed")
      throw new InvalidInputError(`loops[${i}].type`, type, "cannot be written as MJCF: spherical and fixed can");
    const joined = `body1="${escaped(first)}" body2="${escaped(second)}"`;
    return type === "spherical"
      ? `    <connect ${joined} anchor="${(frames?.[0].position ?? vec3.ZERO).join(" ")}"/>`
      : `    <weld ${joined}/>`;
  });
  return ["  <equality>", ...ofGears, ...ofLoops, "  </equality>"];
}
