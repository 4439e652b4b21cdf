/** The scene of a run: bodies, planes, trails, ghosts and arrows, moved to any instant. */
import type { SimulationStudy } from "carom/study";
import { Box3, Group, Quaternion, type Raycaster, Sphere, Vector3 } from "three";
import type { StageColours } from "../../stage/colours.js";
import { casterOf } from "../../stage/contact-shadow.js";
import type { Moment } from "../axis.js";
import type { Motion } from "../motion.js";
import type { Neighbour } from "../neighbour.js";
import type { Run } from "../run.js";
import { sceneArrows } from "./arrows.js";
import { addLinks, movingBodies } from "./moving-bodies.js";
import { neighbourGhost } from "./neighbour-ghost.js";
import { sceneryOf } from "./scenery.js";
import { tracesOf } from "./traces.js";
import { viewOf } from "./view-of.js";

export interface Shown {
  readonly trails: boolean;
  readonly forces: boolean;
  readonly names: boolean;
  /** Another motion beside this one. */
  readonly neighbour?: Neighbour | undefined;
}

/** A word of the scene: where it stands and what it says. */
export interface SceneWord {
  readonly at: Vector3;
  /** Foot of the arrow whose tip it stands at: the word goes on the way the arrow goes, so that it is not on it. */
  readonly from?: Vector3;
  readonly text: string;
  readonly className: string;
}

export interface RunScene {
  readonly group: Group;
  /** Of the box in which everything happens. */
  readonly corners: readonly Vector3[];
  /** From where it is seen best. */
  readonly view: Vector3;
  /** Cell of the grid, m; undefined where no plane has one. */
  readonly cell: number | undefined;
  paint(colours: StageColours): void;
  /** Moves everything; returns the words. @param height of the picture where it is looked at, m. Default: that of the scene */
  show(moment: Moment, shown: Shown, height?: number): readonly SceneWord[];
  /** Where a body is now, and how far it reaches. */
  readonly focus: (name: string) => Sphere | undefined;
  /** The body that a ray meets first. */
  readonly nameOn: (ray: Raycaster) => string | undefined;
}

export function runScene(study: SimulationStudy, run: Run, motion: Motion): RunScene {
  const { bodies, box } = movingBodies(study, run, motion);
  const ball = box.getBoundingSphere(new Sphere());
  const radius = ball.radius || 1;
  const cell = 10 ** Math.round(Math.log10(radius / 3));
  const paintLinks = addLinks(bodies, study, radius);
  const casters = [...bodies.values()].flatMap(({ object }) => casterOf(object) ?? []);
  const scenery = sceneryOf(study, run, motion, { ball, radius, cell, casters });
  const traces = tracesOf(study, run, motion, [...bodies.keys()], radius);
  const arrows = sceneArrows(study, run, motion, radius);
  // Only a run with derivatives has a neighbour.
  const ghost = study.derivatives === undefined ? undefined : neighbourGhost(study, motion, [...bodies.keys()], run.end);
  const group = new Group();
  const objects = [...bodies.values()].map(({ object }) => object);
  group.add(...objects, ...scenery.objects, ...traces.objects, ...arrows.objects, ...(ghost?.objects ?? []));
  const position = new Vector3();
  const orientation = new Quaternion();

  return {
    group,
    corners: cornersOf(box),
    view: viewOf(box, study, run, motion, [...bodies.keys()]),
    cell: Object.values(study.bodies).some((body) => "plane" in body) ? cell : undefined,
    paint: (colours) => {
      [...bodies.values()].forEach((body, i) => {
        body.paint(colours.bodies[bodies.size === 1 ? 1 : i % 2]);
      });
      paintLinks(colours);
      scenery.paint(colours);
      traces.paint(colours);
      arrows.paint(colours);
      ghost?.paint(colours);
    },
    show: (moment, shown, height = Number.POSITIVE_INFINITY) => {
      const names: SceneWord[] = [];
      for (const [name, { object }] of bodies) {
        motion.pose(name, moment.time, position, orientation);
        object.position.copy(position);
        object.quaternion.copy(orientation);
        if (shown.names) names.push({ at: position.clone(), text: name, className: "name" });
      }
      scenery.show(moment.time);
      traces.show(moment.time, shown.trails);
      const beside = ghost?.show(moment.time, shown.neighbour);
      if (beside !== undefined) names.push({ at: beside, text: "neighbour", className: "name ghost" });
      return [...names, ...arrows.show(moment, shown.forces, height)];
    },
    nameOn: (ray) => {
      let found: { readonly name: string; readonly distance: number } | undefined;
      for (const [name, { object }] of bodies) {
        const [hit] = ray.intersectObject(object, true).filter(({ face }) => face != null);
        if (hit !== undefined && hit.distance < (found?.distance ?? Number.POSITIVE_INFINITY)) found = { name, distance: hit.distance };
      }
      return found?.name;
    },
    focus: (name) => {
      const object = bodies.get(name)?.object;
      if (object === undefined) return undefined;
      const extent = new Box3().setFromObject(object);
      return extent.isEmpty()
        ? new Sphere(object.position.clone(), 0.02 * radius)
        : new Sphere(object.position.clone(), extent.getBoundingSphere(ball.clone()).radius);
    },
  };
}

function cornersOf({ min, max }: Box3): Vector3[] {
  return [min.x, max.x].flatMap((x) => [min.y, max.y].flatMap((y) => [min.z, max.z].map((z) => new Vector3(x, y, z))));
}
