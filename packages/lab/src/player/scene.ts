/** The scene of a run: bodies, planes, trails, ghosts and arrows, moved to any instant. */
import { massProperties, type Shape } from "carom/mechanics";
import type { RecordedForces } from "carom/simulation";
import type { SimulationStudy } from "carom/study";
import {
  Box3,
  BufferAttribute,
  BufferGeometry,
  Color,
  CylinderGeometry,
  DynamicDrawUsage,
  Group,
  InstancedMesh,
  Line,
  LineDashedMaterial,
  Matrix4,
  Mesh,
  MeshLambertMaterial,
  Quaternion,
  Sphere,
  Vector3,
} from "three";
import { type Arrow, arrow } from "../stage/arrow.js";
import { type ClayBody, clayBody } from "../stage/body-mesh.js";
import type { StageColours } from "../stage/colours.js";
import { type Ground, grid } from "../stage/ground.js";
import { geometriesOf } from "../stage/shape-geometry.js";
import { between } from "../ui/between.js";
import type { Moment } from "./axis.js";
import type { Motion } from "./motion.js";
import { hardestContact, type Run } from "./run.js";

type Triple = readonly [number, number, number];
type StudyBody = SimulationStudy["bodies"][string];

export interface Shown {
  readonly trails: boolean;
  readonly forces: boolean;
  readonly names: boolean;
}

/** A word of the scene: where it stands and what it says. */
export interface SceneWord {
  readonly at: Vector3;
  readonly text: string;
  readonly className: string;
}

export interface RunScene {
  readonly group: Group;
  /** Of the box in which everything happens. */
  readonly corners: readonly Vector3[];
  /** From where it is seen best. */
  readonly view: Vector3;
  /** Cell of the grid, m. */
  readonly cell: number;
  paint(colours: StageColours): void;
  /** Moves everything; returns the words. */
  show(moment: Moment, shown: Shown): readonly SceneWord[];
  /** Where a body is now. */
  readonly focus: (name: string) => Vector3 | undefined;
}

/** Arrows that can be seen at once. */
const MOST_ARROWS = 24;
/** Bodies that get ghosts: more would be a crowd. */
const MOST_GHOSTED = 3;
const GHOST_EVERY = 0.03;
const MOST_GHOSTS = 40;
/** The longest arrow, as a part of the size of the scene. */
const LONGEST = 0.3;
/** An impact is shown for this part of the run before and after its instant where time is not open there. */
const FLASH = 0.012;

interface Solid {
  readonly shape: Shape;
  /** Of the shape's origin, from the centre of mass, body axes. */
  readonly offset: Triple;
}

/** How the shape of a body lies about its centre of mass; undefined for what has no shape. */
function solidOf(body: StudyBody): Solid | undefined {
  if (!("shape" in body) || body.shape === undefined) return undefined;
  const shape = body.shape as Shape;
  const amount = {
    ...(body.mass === undefined ? {} : { mass: body.mass }),
    ...(body.density === undefined ? {} : { density: body.density }),
  };
  const { centre } = massProperties(shape, Object.keys(amount).length === 0 && shape.type !== "compound" ? { density: 1000 } : amount);
  const own: Solid = { shape, offset: [-centre[0], -centre[1], -centre[2]] };
  if (!("joint" in body)) return own;
  // A link may say where its mass is, in the link's axes; shape and result have those of the shape.
  const {
    position = [0, 0, 0],
    orientation = [0, 0, 0, 1],
    centre: given,
  } = body as {
    position?: Triple;
    orientation?: readonly [number, number, number, number];
    centre?: Triple;
  };
  if (given === undefined) return own;
  const arm = new Vector3(position[0] - given[0], position[1] - given[1], position[2] - given[2]);
  arm.applyQuaternion(new Quaternion(...orientation).conjugate());
  return { shape, offset: [arm.x, arm.y, arm.z] };
}

/** From a link's joint to those of its children, and to its shape: where it reaches, from the centre of mass, in the axes of the result. */
function reachesOf(name: string, study: SimulationStudy, centre: Triple): readonly (readonly [Vector3, Vector3])[] {
  const body = study.bodies[name];
  if (!("joint" in body)) return [];
  const {
    position = [0, 0, 0],
    orientation = [0, 0, 0, 1],
    centre: given,
  } = body as { position?: Triple; orientation?: readonly [number, number, number, number]; centre?: Triple };
  const turn = new Quaternion(...orientation);
  const mass = given === undefined ? new Vector3(...centre).applyQuaternion(turn).add(new Vector3(...position)) : new Vector3(...given);
  const back = turn.clone().conjugate();
  const own = (point: Triple) => new Vector3(...point).sub(mass).applyQuaternion(back);
  const children = Object.values(study.bodies).flatMap((other) =>
    "joint" in other && other.joint.parent === name ? [(other.joint.position ?? [0, 0, 0]) as Triple] : [],
  );
  const ends = [...children, position].filter((point) => Math.hypot(...point) > 1e-9);
  return ends.map((end) => [own([0, 0, 0]), own(end)] as const);
}

/** A thin bar between two points. */
function bar([from, to]: readonly [Vector3, Vector3], thickness: number): BufferGeometry {
  const along = to.clone().sub(from);
  const geometry = new CylinderGeometry(thickness, thickness, along.length(), 10).translate(0, along.length() / 2, 0);
  return geometry
    .applyQuaternion(new Quaternion().setFromUnitVectors(new Vector3(0, 1, 0), along.normalize()))
    .translate(from.x, from.y, from.z);
}

function placed({ shape, offset }: Solid): BufferGeometry[] {
  return geometriesOf(shape).map((geometry) => geometry.translate(...offset));
}

export function runScene(study: SimulationStudy, run: Run, motion: Motion): RunScene {
  const group = new Group();
  const moving = new Map<string, ClayBody>();
  const trails: Line[] = [];
  const ghosts: InstancedMesh[] = [];
  const grounds: Ground[] = [];
  const fixed: ClayBody[] = [];
  const sticks = new MeshLambertMaterial();
  const box = new Box3();
  const position = new Vector3();
  const orientation = new Quaternion();
  const { bodies: series } = run.series;

  for (const name of motion.bodies) {
    const solid = study.bodies[name] === undefined ? undefined : solidOf(study.bodies[name]);
    const reach = solid === undefined ? 0 : reachOf(solid);
    for (const place of series[name].position) {
      box.expandByPoint(position.set(place[0] + reach, place[1] + reach, place[2] + reach));
      box.expandByPoint(position.set(place[0] - reach, place[1] - reach, place[2] - reach));
    }
    if (solid === undefined) continue;
    const inner = clayBody(solid.shape, [-solid.offset[0], -solid.offset[1], -solid.offset[2]]);
    const object = new Group();
    object.add(inner.object);
    moving.set(name, { object, paint: inner.paint });
    group.add(object);
  }
  const ball = box.getBoundingSphere(new Sphere());
  const radius = ball.radius || 1;
  const cell = 10 ** Math.round(Math.log10(radius / 3));
  for (const [name, { object }] of moving) {
    const solid = solidOf(study.bodies[name]);
    if (solid === undefined) continue;
    const { offset } = solid;
    for (const reach of reachesOf(name, study, [-offset[0], -offset[1], -offset[2]])) {
      const stick = new Mesh(bar(reach, 0.006 * radius), sticks);
      object.add(stick);
    }
  }
  for (const body of Object.values(study.bodies)) {
    if ("plane" in body) {
      const { normal, point = [0, 0, 0] } = body.plane;
      const unit = new Vector3(...normal).normalize();
      // The piece of the plane below what happens.
      const foot = ball.center.clone().addScaledVector(
        unit,
        -ball.center
          .clone()
          .sub(position.set(...point))
          .dot(unit),
      );
      const ground = grid([unit.x, unit.y, unit.z], [foot.x, foot.y, foot.z], cell, 2.6 * radius);
      grounds.push(ground);
      group.add(ground.object);
    } else if ("fixed" in body) {
      const made = clayBody(body.fixed as Shape, [0, 0, 0]);
      made.object.position.set(...body.position);
      made.object.quaternion.set(...(body.orientation ?? [0, 0, 0, 1]));
      fixed.push(made);
      group.add(made.object);
    }
  }

  const extent = box.getSize(new Vector3());
  // A table is looked at from above.
  const flat = extent.z < 0.25 * Math.max(extent.x, extent.y);
  const ghosted = motion.bodies.length <= MOST_GHOSTED;
  for (const name of motion.bodies) {
    if (!moving.has(name)) continue;
    trails.push(trailOf(series[name].position, radius));
    const solid = study.bodies[name] === undefined ? undefined : solidOf(study.bodies[name]);
    if (!ghosted || solid === undefined) continue;
    for (const geometry of placed(solid)) ghosts.push(ghostsOf(geometry, name, motion, run.end));
  }
  group.add(...trails, ...ghosts);
  const arrows: Arrow[] = Array.from({ length: MOST_ARROWS }, () => {
    const one = arrow();
    one.object.visible = false;
    group.add(one.object);
    return one;
  });
  const largest = largestOf(run);
  let colours: StageColours | undefined;
  const byRow = contactsByRow(run);
  const vector = new Vector3();
  const foot = new Vector3();

  return {
    group,
    corners: cornersOf(box),
    view: flat ? new Vector3(0.15, -1, 0.95) : new Vector3(0.28, -1, 0.3),
    cell,
    paint: (next) => {
      colours = next;
      let i = 0;
      for (const body of moving.values()) body.paint(next.bodies[moving.size === 1 ? 1 : i++ % 2]);
      for (const body of fixed) body.paint(next.bodies[0]);
      sticks.color.copy(next.bodies[1]);
      for (const ground of grounds) ground.paint(next.line);
      for (const trail of trails) (trail.material as LineDashedMaterial).color.copy(next.ink);
      for (const ghost of ghosts) (ghost.material as MeshLambertMaterial).color.copy(next.bodies[0]);
    },
    show: (moment, shown) => {
      const words: SceneWord[] = [];
      for (const [name, { object }] of moving) {
        motion.pose(name, moment.time, position, orientation);
        object.position.copy(position);
        object.quaternion.copy(orientation);
        if (shown.names) words.push({ at: position.clone(), text: name, className: "name" });
      }
      const rows = motion.rowAt(moment.time) + 1;
      for (const trail of trails) {
        trail.visible = shown.trails;
        trail.geometry.setDrawRange(0, rows);
      }
      for (const ghost of ghosts) {
        ghost.visible = shown.trails;
        ghost.count = ghostCount(ghost, moment.time);
      }
      let used = 0;
      const draw = (at: Triple, direction: Triple, length: number, mode: "slip" | "stick", text: string | undefined) => {
        if (used >= MOST_ARROWS || !(length > 0)) return;
        foot.set(...at);
        vector.set(...direction).setLength(length * LONGEST * radius);
        const one = arrows[used++];
        one.set(foot, vector, 0.012 * radius);
        if (colours !== undefined) one.paint(colours[mode]);
        if (text !== undefined && one.object.visible) words.push({ at: foot.clone().add(vector), text, className: `force ${mode}` });
      };
      if (shown.forces) {
        const impact = shownImpact(run, moment);
        if (impact !== undefined) {
          const { contacts, forces } = run.impacts[impact.index];
          const hardest = hardestContact(run.impacts[impact.index]);
          contacts.forEach((contact, i) => {
            const size = Math.hypot(...contact.worldImpulse) * impact.part;
            const mode = contact.slip === "sticks" ? "stick" : "slip";
            const known = forces === undefined ? undefined : forceInside(forces, i, moment.inside === undefined ? undefined : impact.part);
            const length = known === undefined || forces === undefined ? size / largest.impulse : known / forces.contacts[i].peakForce;
            const text = known === undefined ? impulseText(size) : forceText(known);
            draw(contact.point, contact.worldImpulse, length, mode, contact === hardest ? text : undefined);
          });
        } else {
          const present = byRow.get(motion.rowAt(moment.time)) ?? [];
          const hardest = present.reduce((most, { normalForce }) => Math.max(most, normalForce), 0);
          for (const { point, force, normalForce, mode } of present)
            draw(
              point,
              force,
              (0.6 * Math.hypot(...force)) / largest.force,
              mode === "slip" ? "slip" : "stick",
              normalForce === hardest && present.length <= 4 ? forceText(Math.hypot(...force)) : undefined,
            );
        }
      }
      for (let i = used; i < MOST_ARROWS; i++) arrows[i].object.visible = false;
      return words;
    },
    focus: (name) => moving.get(name)?.object.position,
  };

  function largestOf({ impacts, series: { contacts } }: Run): { impulse: number; force: number } {
    let impulse = 0;
    let force = 0;
    for (const impact of impacts) for (const contact of impact.contacts) impulse = Math.max(impulse, Math.hypot(...contact.worldImpulse));
    for (const contact of contacts) force = Math.max(force, Math.hypot(...contact.force));
    return { impulse: impulse || 1, force: force || 1 };
  }

  function shownImpact({ impacts }: Run, { time, inside }: Moment): { index: number; part: number } | undefined {
    if (inside !== undefined) return { index: inside.impact, part: inside.part };
    const near = FLASH * run.end;
    let best: number | undefined;
    impacts.forEach((impact, i) => {
      if (Math.abs(impact.time - time) > near) return;
      if (best === undefined || Math.abs(impact.time - time) < Math.abs(impacts[best].time - time)) best = i;
    });
    return best === undefined ? undefined : { index: best, part: 1 };
  }

  function trailOf(places: readonly Triple[], size: number): Line {
    const points = new Float32Array(places.length * 3);
    for (let i = 0; i < places.length; i++) points.set(places[i], 3 * i);
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(points, 3));
    const material = new LineDashedMaterial({ dashSize: 0.008 * size, gapSize: 0.016 * size, transparent: true, opacity: 0.6 });
    const line = new Line(geometry, material);
    line.computeLineDistances();
    line.frustumCulled = false;
    return line;
  }

  function ghostsOf(geometry: BufferGeometry, name: string, moves: Motion, end: number): InstancedMesh {
    const every = Math.max(GHOST_EVERY, end / MOST_GHOSTS);
    const count = Math.max(1, Math.floor(end / every));
    const material = new MeshLambertMaterial({ transparent: true, opacity: 0.34, depthWrite: false, color: new Color(0xcccccc) });
    const mesh = new InstancedMesh(geometry, material, count);
    mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    const matrix = new Matrix4();
    for (let i = 0; i < count; i++) {
      moves.pose(name, i * every, position, orientation);
      mesh.setMatrixAt(i, matrix.compose(position, orientation, new Vector3(1, 1, 1)));
    }
    mesh.userData.every = every;
    mesh.frustumCulled = false;
    return mesh;
  }

  function ghostCount(ghost: InstancedMesh, now: number): number {
    return Math.min(ghost.instanceMatrix.count, Math.max(0, Math.floor(now / (ghost.userData.every as number) - 0.5) + 1));
  }

  function contactsByRow({ series: { contacts } }: Run): ReadonlyMap<number, Run["series"]["contacts"]> {
    const rows = new Map<number, Run["series"]["contacts"][number][]>();
    for (const contact of contacts) {
      const list = rows.get(contact.row);
      if (list === undefined) rows.set(contact.row, [contact]);
      else list.push(contact);
    }
    return rows;
  }

  function reachOf(solid: Solid): number {
    const own = new Box3();
    for (const geometry of placed(solid)) own.expandByObject(new Mesh(geometry));
    // Never wider than it has to be: the sphere about the middle, whatever way it turns.
    return own.getBoundingSphere(new Sphere()).radius * 0.75;
  }
}

function cornersOf({ min, max }: Box3): Vector3[] {
  return [min.x, max.x].flatMap((x) => [min.y, max.y].flatMap((y) => [min.z, max.z].map((z) => new Vector3(x, y, z))));
}

/** Normal force of a contact at a part of the impulse of its impact; the largest where it is not open. */
function forceInside({ normalImpulse, contacts }: RecordedForces, contact: number, part: number | undefined): number {
  const { normalForce, peakForce } = contacts[contact];
  return part === undefined ? peakForce : between(normalImpulse, normalForce, part * normalImpulse[normalImpulse.length - 1]);
}

function impulseText(size: number): string {
  return `${Number(size.toPrecision(3))} N s`;
}

function forceText(size: number): string {
  return `${Number(size.toPrecision(3))} N`;
}
