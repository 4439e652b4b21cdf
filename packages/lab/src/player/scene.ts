/** The scene of a run: bodies, planes, trails, ghosts and arrows, moved to any instant. */
import type { Shape } from "carom/mechanics";
import type { RecordedForces } from "carom/simulation";
import type { SimulationStudy } from "carom/study";
import {
  Box3,
  BufferAttribute,
  BufferGeometry,
  Color,
  Group,
  InstancedMesh,
  Line,
  LineDashedMaterial,
  type Material,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  Quaternion,
  Sphere,
  SphereGeometry,
  Vector3,
} from "three";
import { type Arrow, arrow } from "../stage/arrow.js";
import { type ClayBody, clayBody } from "../stage/body-mesh.js";
import type { StageColours } from "../stage/colours.js";
import { type Caster, casterOf } from "../stage/contact-shadow.js";
import { type Ground, grid } from "../stage/ground.js";
import { between } from "../ui/between.js";
import type { Moment } from "./axis.js";
import type { Motion } from "./motion.js";
import { hardestContact, type Run } from "./run.js";
import { bar, linkOf, placed, type Solid, solidOf } from "./solids.js";

type Triple = readonly [number, number, number];

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
/** Between two ghosts at least, as a part of the reach of the body. */
const GHOST_APART = 1.1;
/** The longest arrow, as a part of the size of the scene. */
const LONGEST = 0.3;
/** An impact is shown for this part of the run before and after its instant where time is not open there. */
const FLASH = 0.012;

interface Ghosts {
  readonly mesh: InstancedMesh;
  /** When the body was there, ascending, s. */
  readonly times: readonly number[];
}

export function runScene(study: SimulationStudy, run: Run, motion: Motion): RunScene {
  const group = new Group();
  const moving = new Map<string, ClayBody>();
  const trails: Line[] = [];
  const ghosts: Ghosts[] = [];
  const grounds: { readonly ground: Ground; readonly moved?: string }[] = [];
  const fixed: ClayBody[] = [];
  const casters: Caster[] = [];
  /** Solids on which things rest, and which are moved. */
  const carried: { readonly name: string; readonly object: Group }[] = [];
  const sticks = new MeshLambertMaterial();
  const pins = new MeshBasicMaterial();
  const box = new Box3();
  const position = new Vector3();
  const orientation = new Quaternion();
  const { bodies: series } = run.series;

  for (const name of motion.bodies) {
    const body = study.bodies[name];
    // A plane has no end; what is moved of it is drawn below.
    if (body === undefined || "plane" in body) continue;
    const solid = solidOf(body);
    const link = linkOf(name, study);
    const reach = solid === undefined ? 0 : reachOf(solid);
    for (const place of series[name].position) {
      box.expandByPoint(position.set(place[0] + reach, place[1] + reach, place[2] + reach));
      box.expandByPoint(position.set(place[0] - reach, place[1] - reach, place[2] - reach));
    }
    if (solid === undefined && (link === undefined || !link.seen)) continue;
    const object = new Group();
    const inner = solid === undefined ? undefined : clayBody(solid.shape, [-solid.offset[0], -solid.offset[1], -solid.offset[2]]);
    if (inner !== undefined) object.add(inner.object);
    moving.set(name, { object, paint: inner?.paint ?? (() => {}) });
    group.add(object);
    if (link !== undefined)
      for (let row = 0; row < run.series.time.length; row += Math.max(1, Math.floor(run.series.time.length / 200)))
        for (const end of [link.joint, ...link.reaches.map(([, to]) => to)])
          box.expandByPoint(
            end
              .clone()
              .applyQuaternion(orientation.set(...series[name].orientation[row]))
              .add(position.set(...series[name].position[row])),
          );
  }
  const ball = box.getBoundingSphere(new Sphere());
  const radius = ball.radius || 1;
  const cell = 10 ** Math.round(Math.log10(radius / 3));
  for (const [name, { object }] of moving) {
    const link = linkOf(name, study);
    for (const reach of link?.reaches ?? []) object.add(new Mesh(bar(reach, 0.006 * radius), sticks));
    if (link?.turns === true) object.add(dot(link.joint, 0.011 * radius, pins));
    if (link?.mass !== undefined) object.add(dot(link.mass, 0.02 * radius, sticks));
    const caster = casterOf(object);
    if (caster !== undefined) casters.push(caster);
  }
  for (const [name, body] of Object.entries(study.bodies)) {
    const moved = series[name] === undefined ? {} : { moved: name };
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
      const ground = grid([unit.x, unit.y, unit.z], [foot.x, foot.y, foot.z], cell, 2.6 * radius, casters.length);
      grounds.push({ ground, ...moved });
      group.add(ground.object);
    } else if ("fixed" in body) {
      const made = clayBody(body.fixed as Shape, [0, 0, 0]);
      made.object.position.set(...body.position);
      made.object.quaternion.set(...(body.orientation ?? [0, 0, 0, 1]));
      fixed.push(made);
      if (series[name] !== undefined) carried.push({ name, object: made.object });
      group.add(made.object);
    }
  }

  const extent = box.getSize(new Vector3());
  // A table is looked at from above.
  const flat = extent.z < 0.25 * Math.max(extent.x, extent.y);
  const ghosted = moving.size <= MOST_GHOSTED;
  for (const name of motion.bodies) {
    if (!moving.has(name)) continue;
    trails.push(trailOf(series[name].position, radius));
    const solid = study.bodies[name] === undefined ? undefined : solidOf(study.bodies[name]);
    if (!ghosted || solid === undefined) continue;
    const times = ghostTimes(name, motion, run.end, GHOST_APART * reachOf(solid));
    for (const geometry of placed(solid)) ghosts.push(ghostsOf(geometry, name, motion, times));
  }
  group.add(...trails, ...ghosts.map(({ mesh }) => mesh));
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
      pins.color.copy(next.ink);
      for (const { ground } of grounds) ground.paint(next);
      for (const trail of trails) (trail.material as LineDashedMaterial).color.copy(next.ink);
      for (const { mesh } of ghosts) (mesh.material as MeshLambertMaterial).color.copy(next.bodies[0]);
    },
    show: (moment, shown) => {
      const words: SceneWord[] = [];
      for (const [name, { object }] of moving) {
        motion.pose(name, moment.time, position, orientation);
        object.position.copy(position);
        object.quaternion.copy(orientation);
        if (shown.names) words.push({ at: position.clone(), text: name, className: "name" });
      }
      for (const { name, object } of carried) motion.pose(name, moment.time, object.position, object.quaternion);
      for (const { ground, moved } of grounds) {
        if (moved !== undefined) {
          motion.pose(moved, moment.time, position, orientation);
          ground.move(position.sub(foot.set(...series[moved].position[0])));
        }
        ground.shade(casters);
      }
      const rows = motion.rowAt(moment.time) + 1;
      for (const trail of trails) {
        trail.visible = shown.trails;
        trail.geometry.setDrawRange(0, rows);
      }
      for (const { mesh, times } of ghosts) {
        mesh.visible = shown.trails;
        // The body itself stands where the next would be.
        mesh.count = times.filter((time) => time < moment.time - GHOST_EVERY / 2).length;
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

  /** Every 30 ms or less often, and only where the body has gone some way since the last: a slow one would smear. */
  function ghostTimes(name: string, moves: Motion, end: number, apart: number): number[] {
    const every = Math.max(GHOST_EVERY, end / MOST_GHOSTS);
    const times: number[] = [];
    const last = new Vector3();
    for (let i = 0; i * every < end; i++) {
      moves.pose(name, i * every, position, orientation);
      if (times.length > 0 && position.distanceTo(last) < apart) continue;
      last.copy(position);
      times.push(i * every);
    }
    return times;
  }

  function ghostsOf(geometry: BufferGeometry, name: string, moves: Motion, times: readonly number[]): Ghosts {
    const material = new MeshLambertMaterial({ transparent: true, opacity: 0.34, depthWrite: false, color: new Color(0xcccccc) });
    const mesh = new InstancedMesh(geometry, material, Math.max(1, times.length));
    const matrix = new Matrix4();
    times.forEach((time, i) => {
      moves.pose(name, time, position, orientation);
      mesh.setMatrixAt(i, matrix.compose(position, orientation, new Vector3(1, 1, 1)));
    });
    mesh.frustumCulled = false;
    return { mesh, times };
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

function dot(at: Vector3, radius: number, material: Material): Mesh {
  return new Mesh(new SphereGeometry(radius, 16, 12).translate(at.x, at.y, at.z), material);
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
