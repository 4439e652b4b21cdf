/** The bodies of a neighbouring motion as ghosts with ink edges, and the way of each. */
import type { SimulationStudy } from "carom/study";
import {
  BufferGeometry,
  EdgesGeometry,
  Group,
  Line,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshLambertMaterial,
  type Object3D,
  Quaternion,
  Vector3,
} from "three";
import type { StageColours } from "../../stage/colours.js";
import type { Motion } from "../motion.js";
import { type Neighbour, neighbourPath } from "../neighbour.js";
import { placed, solidOf } from "../solids.js";

export interface NeighbourGhost {
  readonly objects: readonly Object3D[];
  paint(colours: StageColours): void;
  /** Where the first of them is, if it is drawn. */
  show(time: number, neighbour: Neighbour | undefined): Vector3 | undefined;
}

/** Edges between faces at less than this angle are not drawn, degrees. */
const CREASE = 24;

export function neighbourGhost(study: SimulationStudy, motion: Motion, names: readonly string[], end: number): NeighbourGhost {
  const face = new MeshLambertMaterial({ transparent: true, opacity: 0.3, depthWrite: false });
  const ink = new LineBasicMaterial({ transparent: true, opacity: 0.7 });
  const ghosts = names.map((name) => ({ name, object: ghostOf(study, name, face, ink), path: new Line(new BufferGeometry(), ink) }));
  for (const { object, path } of ghosts) {
    object.visible = false;
    path.visible = false;
    path.frustumCulled = false;
  }
  const position = new Vector3();
  const orientation = new Quaternion();
  let drawn: Neighbour | undefined;
  return {
    objects: ghosts.flatMap(({ object, path }) => [object, path]),
    paint: (colours) => {
      face.color.copy(colours.ink);
      ink.color.copy(colours.ink);
    },
    show: (time, neighbour) => {
      let first: Vector3 | undefined;
      for (const { name, object, path } of ghosts) {
        if (neighbour !== undefined && neighbour !== drawn) {
          path.geometry.dispose();
          path.geometry = new BufferGeometry().setFromPoints([...neighbourPath(neighbour, motion, name, end)]);
        }
        motion.pose(name, time, position, orientation);
        const known = neighbour?.shift(name, time, position, orientation) ?? false;
        object.visible = known;
        path.visible = neighbour !== undefined;
        if (!known) continue;
        object.position.copy(position);
        object.quaternion.copy(orientation);
        first ??= position.clone();
      }
      drawn = neighbour;
      return first;
    },
  };
}

function ghostOf(study: SimulationStudy, name: string, face: MeshLambertMaterial, ink: LineBasicMaterial): Group {
  const object = new Group();
  const body = study.bodies[name];
  const solid = body === undefined ? undefined : solidOf(body);
  for (const geometry of solid === undefined ? [] : placed(solid)) {
    object.add(new Mesh(geometry, face));
    const edges = new EdgesGeometry(geometry, CREASE);
    if (edges.attributes.position!.count > 0) object.add(new LineSegments(edges, ink));
  }
  return object;
}
