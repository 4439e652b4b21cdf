/** Where bodies will go: a dotted path of each, and ghosts of those that are few. */
import {
  type Box3,
  BufferAttribute,
  BufferGeometry,
  Color,
  DynamicDrawUsage,
  type Group,
  InstancedMesh,
  Line,
  LineDashedMaterial,
  Matrix4,
  MeshLambertMaterial,
  Quaternion,
  Vector3,
} from "three";
import { solidOf } from "../../player/solids.js";
import type { StageColours } from "../../stage/colours.js";
import { geometriesOf } from "../../stage/shape-geometry.js";
import { discard } from "../../stage/stage.js";
import type { Foreseen } from "../../worker/foresee.js";
import type { Entity, World } from "../scene/world.js";

/** Of one body; bodies that have them. */
const MOST_GHOSTS = 9;
const MOST_GHOSTED = 6;
/** Between two ghosts at least, in reaches of the body. */
const APART = 0.9;
/** Points of a path. */
const MOST_POINTS = 240;
/** The first seconds count where the scene is framed. */
const FRAMED = 3;

export interface FuturePaths {
  update(
    seen: Foreseen | undefined,
    moving: readonly Entity[],
    offsetOf: (name: string) => readonly [number, number, number] | undefined,
  ): void;
  paint(colours: StageColours): void;
  /** A box so large that it holds where bodies go in the first seconds, but no farther than so many metres. */
  expand(box: Box3, most: number): void;
}

interface Drawn {
  readonly shape: string;
  readonly line: Line<BufferGeometry, LineDashedMaterial>;
  readonly ghosts: readonly InstancedMesh<BufferGeometry, MeshLambertMaterial>[];
}

/** The row at or before a time. */
function rowAt(times: Float64Array, time: number): number {
  let low = 0;
  let high = times.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (times[middle] <= time) low = middle;
    else high = middle - 1;
  }
  return low;
}

const other = () => ({ place: new Vector3(), turn: new Quaternion() });

/** Writes place of the centre of mass and orientation at a time, straight between rows. */
export function poseAt(rows: Float64Array, times: Float64Array, time: number, position: Vector3, orientation: Quaternion): void {
  const row = rowAt(times, time);
  const next = Math.min(row + 1, times.length - 1);
  const part = next === row ? 0 : Math.min(1, Math.max(0, (time - times[row]) / (times[next] - times[row])));
  const { place, turn } = other();
  position.fromArray(rows, 7 * row).lerp(place.fromArray(rows, 7 * next), part);
  orientation.fromArray(rows, 7 * row + 3).slerp(turn.fromArray(rows, 7 * next + 3), part);
}

/** Where the origin of a body's shape will be. */
export function originAt(seen: Foreseen, { study }: World, name: string, time: number): [number, number, number] | undefined {
  const rows = seen.bodies[name];
  const body = study.bodies[name];
  if (rows === undefined || body === undefined) return undefined;
  const [place, turn] = [new Vector3(), new Quaternion()];
  poseAt(rows, seen.times, time, place, turn);
  return place.add(new Vector3(...(solidOf(body)?.offset ?? [0, 0, 0])).applyQuaternion(turn)).toArray();
}

export function createFuturePaths(group: Group): FuturePaths {
  const drawn = new Map<string, Drawn>();
  let seen: Foreseen | undefined;

  function madeFor({ name, shape }: Entity): Drawn {
    const key = JSON.stringify(shape);
    const known = drawn.get(name);
    if (known !== undefined && known.shape === key) return known;
    if (known !== undefined) forget(name);
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(new Float32Array(3 * MOST_POINTS), 3).setUsage(DynamicDrawUsage));
    geometry.setAttribute("lineDistance", new BufferAttribute(new Float32Array(MOST_POINTS), 1).setUsage(DynamicDrawUsage));
    const line = new Line(geometry, new LineDashedMaterial({ dashSize: 0.008, gapSize: 0.016, transparent: true, opacity: 0.7 }));
    line.frustumCulled = false;
    const ghosts = geometriesOf(shape!).map((part) => {
      const material = new MeshLambertMaterial({ transparent: true, opacity: 0.3, depthWrite: false, color: new Color(0xcccccc) });
      const mesh = new InstancedMesh(part, material, MOST_GHOSTS);
      mesh.frustumCulled = false;
      return mesh;
    });
    group.add(line, ...ghosts);
    const made = { shape: key, line, ghosts };
    drawn.set(name, made);
    return made;
  }

  function forget(name: string): void {
    const { line, ghosts } = drawn.get(name)!;
    discard(line);
    for (const ghost of ghosts) discard(ghost);
    drawn.delete(name);
  }

  return {
    update: (next, moving, offsetOf) => {
      seen = next;
      const names = new Set(moving.map(({ name }) => name));
      for (const name of [...drawn.keys()]) if (!names.has(name)) forget(name);
      for (const entity of moving) {
        const { line, ghosts } = madeFor(entity);
        const rows = seen?.bodies[entity.name];
        line.visible = rows !== undefined && (seen?.times.length ?? 0) > 1;
        for (const ghost of ghosts) ghost.count = 0;
        if (rows === undefined || seen === undefined || !line.visible) continue;
        writePath(line, rows, seen.times.length, entity.reach);
        if (moving.length > MOST_GHOSTED) continue;
        const offset = new Vector3(...(offsetOf(entity.name) ?? [0, 0, 0]));
        for (const ghost of ghosts) writeGhosts(ghost, rows, seen.times.length, entity.reach, offset);
      }
    },
    paint: ({ ink, bodies }) => {
      for (const { line, ghosts } of drawn.values()) {
        line.material.color.copy(ink);
        for (const ghost of ghosts) ghost.material.color.copy(bodies[0]);
      }
    },
    expand: (box, most) => {
      if (seen === undefined) return;
      const centre = box.getCenter(new Vector3());
      const point = new Vector3();
      for (const [name, rows] of Object.entries(seen.bodies)) {
        if (!drawn.has(name)) continue;
        for (let row = 0; row < seen.times.length && seen.times[row] < FRAMED; row += 4) {
          point.fromArray(rows, 7 * row);
          if (point.distanceTo(centre) < most) box.expandByPoint(point);
        }
      }
    },
  };
}

function writePath(line: Line<BufferGeometry, LineDashedMaterial>, rows: Float64Array, count: number, reach: number): void {
  const { position, lineDistance } = line.geometry.attributes;
  const places = position.array;
  const distances = lineDistance.array;
  const every = Math.max(1, Math.ceil(count / (MOST_POINTS - 1)));
  let written = 0;
  let [x, y, z] = [rows[0], rows[1], rows[2]];
  let along = 0;
  // Dashes are counted along the way, as three.js would in new arrays each time.
  const add = (row: number) => {
    const [nextX, nextY, nextZ] = [rows[7 * row], rows[7 * row + 1], rows[7 * row + 2]];
    along += Math.hypot(nextX - x, nextY - y, nextZ - z);
    [x, y, z] = [nextX, nextY, nextZ];
    places[3 * written] = x;
    places[3 * written + 1] = y;
    places[3 * written + 2] = z;
    distances[written++] = along;
  };
  for (let row = 0; row < count; row += every) add(row);
  if ((count - 1) % every !== 0) add(count - 1);
  line.geometry.setDrawRange(0, written);
  position.needsUpdate = true;
  lineDistance.needsUpdate = true;
  line.material.dashSize = Math.min(0.1 * reach, 0.012);
  line.material.gapSize = Math.min(0.17 * reach, 0.02);
}

/** Even along the way. */
function writeGhosts(mesh: InstancedMesh, rows: Float64Array, count: number, reach: number, offset: Vector3): void {
  const place = new Vector3();
  const last = new Vector3();
  let length = 0;
  for (let row = 1; row < count; row++) length += place.fromArray(rows, 7 * row).distanceTo(last.fromArray(rows, 7 * row - 7));
  const step = Math.max(APART * reach, length / (MOST_GHOSTS + 1));
  const turn = new Quaternion();
  const matrix = new Matrix4();
  const size = new Vector3(1, 1, 1);
  let gone = 0;
  let ghosts = 0;
  for (let row = 1; row < count && ghosts < MOST_GHOSTS; row++) {
    gone += place.fromArray(rows, 7 * row).distanceTo(last.fromArray(rows, 7 * row - 7));
    if (gone < step) continue;
    gone = 0;
    turn.fromArray(rows, 7 * row + 3);
    place.add(last.copy(offset).applyQuaternion(turn));
    mesh.setMatrixAt(ghosts++, matrix.compose(place, turn, size));
  }
  mesh.count = ghosts;
  mesh.instanceMatrix.needsUpdate = true;
}
