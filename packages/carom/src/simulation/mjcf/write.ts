/**
 * A scene as MJCF, the XML of MuJoCo: bodies, links, planes and fixed bodies with masses, inertias, joints and shapes, with all digits.
 *
 *     body without a joint     a body with a free joint, where its shape's origin is
 *     link                     a body inside its parent's, drawn where its joint is at zero; a free one where it starts
 *     gears, loops             equalities of joints; connections of spherical loops, welds of fixed ones
 *
 * What MJCF has no equal for is refused by name: cones, meshes, rounded shapes, ground of triangles, loops of other types. Materials,
 * loads, motors, motions, and where joints start and how bodies move are not written.
 */
import { InvalidInputError } from "../../errors.js";
import * as quaternion from "../../math/quaternion.js";
import * as vec3 from "../../math/vec3.js";
import type { Shape } from "../../mechanics/shapes/index.js";
import type { SceneJoint, SceneLink } from "../mechanism/scene-link.js";
import type { Scene } from "../scene/scene.js";
import { type Weight, weightOf } from "../scene/weight.js";
import { escaped, frameAtStart, gearOffset } from "../scene/written.js";
import { type Placed, within } from "../urdf/fields.js";
import { fromZ } from "./fields.js";

type AnyBody = Scene["bodies"][string];

/** The text of an MJCF file of a scene. */
export function mjcfOf(scene: Pick<Scene, "bodies" | "gears" | "loops" | "gravity">, title = "scene"): string {
  const lines = [`<mujoco model="${escaped(title)}">`, '  <compiler angle="radian" autolimits="true"/>'];
  if (scene.gravity !== undefined) lines.push(`  <option gravity="${scene.gravity.join(" ")}"/>`);
  lines.push("  <worldbody>");
  const entries = Object.entries(scene.bodies) as [string, AnyBody][];
  const isLink = (body: AnyBody): body is SceneLink => "joint" in body;
  const children = (parent: string) => entries.filter(([, body]) => isLink(body) && (body.joint.parent ?? "world") === parent);

  function add(name: string, body: AnyBody, indent: string): void {
    const path = `bodies.${name}`;
    const inner = `${indent}  `;
    if ("plane" in body) {
      const { normal, point = vec3.ZERO } = body.plane;
      const up = vec3.normalize(normal) ?? [0, 0, 1];
      lines.push(
        `${indent}<geom name="${escaped(name)}" type="plane" size="10 10 1"${placeText({ position: point, orientation: fromZ(up) })}/>`,
      );
      return;
    }
    const [place, contents] = isLink(body) ? linkOf(name, body) : bodyOf(name, body, path);
    lines.push(`${indent}<body name="${escaped(name)}"${placeText(place)}>`, ...contents.map((line) => `${inner}${line}`));
    for (const [child, link] of children(name)) add(child, link, inner);
    lines.push(`${indent}</body>`);
  }
  for (const [name, body] of entries) if (!isLink(body) || (body.joint.parent ?? "world") === "world") add(name, body, "    ");
  lines.push("  </worldbody>", ...equalitiesOf(scene), "</mujoco>", "");
  return lines.join("\n");
}

type Written = readonly [Placed, readonly string[]];

function bodyOf(name: string, body: Exclude<AnyBody, { readonly joint: unknown } | { readonly plane: unknown }>, path: string): Written {
  if ("fixed" in body) {
    const { fixed, position, orientation } = body;
    return [{ position, ...(orientation === undefined ? {} : { orientation }) }, geomsOf(fixed as Shape, {}, `${path}.fixed`)];
  }
  const { shape, position, orientation } = body;
  const contents = [`<freejoint name="${escaped(name)}"/>`, inertialText(weightOf(body, path)), ...geomsOf(shape, {}, `${path}.shape`)];
  return [{ position, ...(orientation === undefined ? {} : { orientation }) }, contents];
}

function linkOf(name: string, link: SceneLink): Written {
  const { joint, shape, position, orientation } = link;
  const inLink: Placed = { ...(position === undefined ? {} : { position }), ...(orientation === undefined ? {} : { orientation }) };
  const contents: string[] = [...jointText(name, joint)];
  const weight = weightOf(link, `bodies.${name}`);
  if (weight.mass > 0) contents.push(inertialText(weight));
  if (shape !== undefined) contents.push(...geomsOf(shape, inLink, `bodies.${name}.shape`));
  return [frameAtStart(joint), contents];
}

const KINDS = { revolute: "hinge", prismatic: "slide", spherical: "ball" } as const;

function jointText(name: string, { type, axis, limits, spring, damping, friction }: SceneJoint): string[] {
  if (type === "fixed") return [];
  if (type === "free") return [`<freejoint name="${escaped(name)}"/>`];
  const numbers = [
    ...(type === "spherical" ? [] : [`axis="${(axis ?? [0, 0, 1]).join(" ")}"`]),
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

function geomsOf(shape: Shape, place: Placed, path: string): string[] {
  if (shape.type === "compound")
    return shape.parts.flatMap(({ shape: part, position, orientation, hollow }, i) => {
      if (hollow === true) throw new InvalidInputError(`${path}.parts[${i}]`, "hollow", "cannot be written as MJCF");
      return geomsOf(part, within(place, { ...(position && { position }), ...(orientation && { orientation }) }), `${path}.parts[${i}]`);
    });
  const geom = (type: string, ...size: number[]) => [`<geom type="${type}" size="${size.join(" ")}"${placeText(place)}/>`];
  if ("rounding" in shape && (shape.rounding ?? 0) !== 0)
    throw new InvalidInputError(`${path}.rounding`, shape.rounding, "cannot be written as MJCF");
  switch (shape.type) {
    case "sphere":
      return geom("sphere", shape.radius);
    case "box":
      return geom("box", ...shape.size.map((value) => value / 2));
    case "capsule":
      return geom("capsule", shape.radius, shape.length / 2);
    case "cylinder":
      return geom("cylinder", shape.radius, shape.height / 2);
    case "rod":
      return geom("cylinder", shape.radius, shape.length / 2);
    case "ellipsoid":
      return geom("ellipsoid", ...shape.halfAxes);
    default:
      throw new InvalidInputError(
        `${path}.type`,
        shape.type,
        "cannot be written as MJCF: sphere, box, capsule, cylinder, rod and ellipsoid can",
      );
  }
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
