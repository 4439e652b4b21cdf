/** The bodies of a study that is being built, as clay, and what becomes of them: paths and ghosts. */
import type { Shape } from "carom/mechanics";
import { Box3, Group, LineBasicMaterial, LineSegments, Sphere, Vector3 } from "three";
import { solidOf } from "../../player/solids.js";
import { type ClayBody, clayBody } from "../../stage/body-mesh.js";
import type { StageColours } from "../../stage/colours.js";
import { type Caster, casterOf } from "../../stage/contact-shadow.js";
import { discard, type Stage } from "../../stage/stage.js";
import type { Foreseen } from "../../worker/foresee.js";
import type { Entity, World } from "../scene/world.js";
import { createEye, type Hit } from "./eye.js";
import { createFuturePaths, poseAt } from "./future-paths.js";
import { createGrounds } from "./grounds.js";

export interface BuildScene {
  /** Bodies follow the text. */
  update(world: World, selected: string | undefined): void;
  /** What is known of the future. */
  foresee(seen: Foreseen | undefined): void;
  /** Bodies as they will be, s; 0: as they are built. */
  showAt(time: number): void;
  paint(colours: StageColours): void;
  /** What is under a place of the picture, px. @param without a body that is looked through */
  pick(x: number, y: number, without?: string): Hit | undefined;
  /** Of the picture: where a ray through it meets a plane. */
  onPlane(x: number, y: number, point: Vector3, normal: Vector3): Vector3 | undefined;
  /** Everything that is built, and where it goes in the first seconds. */
  corners(): Vector3[];
  /** m, of the grid. */
  readonly cell: number;
  dispose(): void;
}

interface Drawn {
  readonly shape: string;
  readonly clay: ClayBody;
  readonly caster: Caster | undefined;
  /** From the centre of mass to the shape's origin, body axes. */
  readonly offset: Vector3;
}

/** Where bodies go is in sight from the beginning, but no farther than so many sizes of what is built. */
const FRAMED = 12;
/** Farther than this a plane is not pressed, in sizes of the scene. */
const FAR = 12;

export function createBuildScene(stage: Stage): BuildScene {
  const group = new Group();
  stage.scene.add(group);
  const drawn = new Map<string, Drawn>();
  const grounds = createGrounds(group, stage);
  let world: World | undefined;
  let seen: Foreseen | undefined;
  let selected: string | undefined;
  let shownAt = 0;
  let extent = new Sphere(new Vector3(), 0.5);
  const paths = createFuturePaths(group);
  const eye = createEye(stage);

  const moving = () =>
    [...(world?.entities.values() ?? [])].filter(({ kind, shape }) => (kind === "body" || kind === "link") && shape !== undefined);

  function follow(entity: Entity): void {
    const { name, shape } = entity;
    const key = shape === undefined ? "" : JSON.stringify(shape);
    const before = drawn.get(name);
    if (before !== undefined && before.shape !== key) {
      discard(before.clay.object);
      drawn.delete(name);
    }
    if (shape === undefined) return;
    const now = drawn.get(name) ?? made(name, shape, key);
    now.clay.object.position.copy(entity.position);
    now.clay.object.quaternion.copy(entity.orientation);
  }

  function made(name: string, shape: Shape, key: string): Drawn {
    const clay = clayBody(shape, [0, 0, 0]);
    clay.object.traverse((part) => {
      part.userData.name = name;
    });
    group.add(clay.object);
    const offset = new Vector3(...(offsetOf(name) ?? [0, 0, 0]));
    const entry = { shape: key, clay, caster: casterOf(clay.object), offset };
    drawn.set(name, entry);
    return entry;
  }

  function offsetOf(name: string): readonly [number, number, number] | undefined {
    const body = world?.study.bodies[name];
    return body === undefined ? undefined : solidOf(body)?.offset;
  }

  /** Around everything that is built and where it goes. */
  function reached(): Box3 {
    const box = boxOf(drawn);
    paths.expand(box, FRAMED * box.getSize(new Vector3()).length());
    return box;
  }

  function layGrounds(): void {
    extent = reached().getBoundingSphere(new Sphere());
    extent.radius = Math.max(extent.radius, 0.05);
    grounds.lay(planesOf(world, undefined), extent);
    grounds.shade(castersOf(drawn));
  }

  function paint(colours: StageColours): void {
    let place = 0;
    for (const [name, { clay }] of drawn) {
      const kind = world?.entities.get(name)?.kind;
      clay.paint(kind === "fixed" ? colours.bodies[0] : colours.bodies[(place++ + 1) % 2]);
      if (name === selected)
        clay.object.traverse((part) => {
          if (part instanceof LineSegments && part.material instanceof LineBasicMaterial) part.material.color.copy(colours.ink);
        });
    }
    grounds.paint(colours);
    paths.paint(colours);
  }

  return {
    update: (next, name) => {
      world = next;
      selected = name;
      for (const [known, { clay }] of drawn)
        if (!next.entities.has(known)) {
          discard(clay.object);
          drawn.delete(known);
        }
      for (const entity of next.entities.values()) follow(entity);
      layGrounds();
      paint(stage.colours);
      stage.invalidate();
    },
    foresee: (next) => {
      seen = next;
      paths.update(seen, moving(), offsetOf);
      layGrounds();
      paths.paint(stage.colours);
      stage.invalidate();
    },
    showAt: (time) => {
      const changed = time !== shownAt;
      shownAt = time;
      if (world === undefined || (time === 0 && !changed)) return;
      poseAll(drawn, world, seen, time);
      grounds.shade(castersOf(drawn));
      stage.invalidate();
    },
    paint,
    pick: (x, y, without) => {
      const objects = [...drawn].filter(([name]) => name !== without).map(([, { clay }]) => clay.object);
      return eye.pick(x, y, objects, planesOf(world, without), extent.radius * FAR);
    },
    onPlane: eye.onPlane,
    corners: () => cornersOf(reached()),
    get cell() {
      return grounds.cell;
    },
    dispose: () => discard(group),
  };
}

/** As they are built, or as they will be. */
function poseAll(drawn: ReadonlyMap<string, Drawn>, { entities }: World, seen: Foreseen | undefined, time: number): void {
  const place = new Vector3();
  for (const [name, { clay, offset }] of drawn) {
    const { position, quaternion } = clay.object;
    const entity = entities.get(name);
    const rows = seen?.bodies[name];
    if (entity === undefined) continue;
    if (time === 0 || rows === undefined || seen === undefined) {
      position.copy(entity.position);
      quaternion.copy(entity.orientation);
    } else {
      poseAt(rows, seen.times, time, position, quaternion);
      position.add(place.copy(offset).applyQuaternion(quaternion));
    }
  }
}

function castersOf(drawn: ReadonlyMap<string, Drawn>): Caster[] {
  return [...drawn.values()].flatMap(({ caster }) => caster ?? []);
}

function planesOf(world: World | undefined, without: string | undefined): Entity[] {
  return [...(world?.entities.values() ?? [])].filter(({ kind, name }) => kind === "plane" && name !== without);
}

const cornersOf = ({ min, max }: Box3) =>
  [min.x, max.x].flatMap((a) => [min.y, max.y].flatMap((b) => [min.z, max.z].map((c) => new Vector3(a, b, c))));

/** The box around all bodies; of an empty scene a piece of its floor. */
function boxOf(drawn: ReadonlyMap<string, Drawn>): Box3 {
  const box = new Box3();
  for (const { clay } of drawn.values()) box.expandByObject(clay.object);
  return box.isEmpty() ? box.set(new Vector3(-0.4, -0.3, 0), new Vector3(0.4, 0.3, 0.4)) : box;
}
