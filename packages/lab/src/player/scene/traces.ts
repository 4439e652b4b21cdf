/** What bodies leave behind them: a dashed trail of the centre, and ghosts of the body now and then. */
import type { SimulationStudy } from "carom/study";
import {
  BufferAttribute,
  BufferGeometry,
  Color,
  InstancedMesh,
  Line,
  LineDashedMaterial,
  Matrix4,
  MeshLambertMaterial,
  type Object3D,
  Quaternion,
  Vector3,
} from "three";
import type { StageColours } from "../../stage/colours.js";
import type { Motion } from "../motion.js";
import type { Run } from "../run.js";
import { placed, reachOf, solidOf } from "../solids.js";

/** Bodies that get ghosts: more would be a crowd. */
const MOST_GHOSTED = 3;
const GHOST_EVERY = 0.03;
const MOST_GHOSTS = 40;
/** Between two ghosts at least, as a part of the reach of the body. */
const GHOST_APART = 1.1;

export interface Traces {
  readonly objects: readonly Object3D[];
  paint(colours: StageColours): void;
  show(time: number, visible: boolean): void;
}

interface Ghosts {
  readonly mesh: InstancedMesh<BufferGeometry, MeshLambertMaterial>;
  /** When the body was there, ascending, s. */
  readonly times: readonly number[];
}

/**
 * @param names of the bodies that are drawn
 * @param radius of the scene, m
 */
export function tracesOf(study: SimulationStudy, run: Run, motion: Motion, names: readonly string[], radius: number): Traces {
  const trails = names.map((name) => trailOf(run.series.bodies[name].position, radius));
  const ghosts = names.length > MOST_GHOSTED ? [] : names.flatMap((name) => ghostsOfBody(study, run, motion, name));
  return {
    objects: [...trails, ...ghosts.map(({ mesh }) => mesh)],
    paint: ({ ink, bodies }) => {
      for (const trail of trails) trail.material.color.copy(ink);
      for (const { mesh } of ghosts) mesh.material.color.copy(bodies[0]);
    },
    show: (time, visible) => {
      const rows = motion.rowAt(time) + 1;
      for (const trail of trails) {
        trail.visible = visible;
        trail.geometry.setDrawRange(0, rows);
      }
      for (const { mesh, times } of ghosts) {
        mesh.visible = visible;
        // The body itself stands where the next would be.
        mesh.count = times.filter((instant) => instant < time - GHOST_EVERY / 2).length;
      }
    },
  };
}

function trailOf(places: readonly (readonly [number, number, number])[], size: number): Line<BufferGeometry, LineDashedMaterial> {
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

function ghostsOfBody(study: SimulationStudy, run: Run, motion: Motion, name: string): Ghosts[] {
  const body = study.bodies[name];
  const solid = body === undefined ? undefined : solidOf(body);
  if (solid === undefined) return [];
  const times = ghostTimes(name, motion, run.end, GHOST_APART * reachOf(solid));
  return placed(solid).map((geometry) => ghostsOf(geometry, name, motion, times));
}

/** Every 30 ms or less often, and only where the body has gone some way since the last: a slow one would smear. */
function ghostTimes(name: string, motion: Motion, end: number, apart: number): number[] {
  const every = Math.max(GHOST_EVERY, end / MOST_GHOSTS);
  const times: number[] = [];
  const position = new Vector3();
  const orientation = new Quaternion();
  const last = new Vector3();
  for (let i = 0; i * every < end; i++) {
    motion.pose(name, i * every, position, orientation);
    if (times.length > 0 && position.distanceTo(last) < apart) continue;
    last.copy(position);
    times.push(i * every);
  }
  return times;
}

function ghostsOf(geometry: BufferGeometry, name: string, motion: Motion, times: readonly number[]): Ghosts {
  const material = new MeshLambertMaterial({ transparent: true, opacity: 0.34, depthWrite: false, color: new Color(0xcccccc) });
  const mesh = new InstancedMesh(geometry, material, Math.max(1, times.length));
  const matrix = new Matrix4();
  const position = new Vector3();
  const orientation = new Quaternion();
  const size = new Vector3(1, 1, 1);
  times.forEach((time, i) => {
    motion.pose(name, time, position, orientation);
    mesh.setMatrixAt(i, matrix.compose(position, orientation, size));
  });
  mesh.frustumCulled = false;
  return { mesh, times };
}
