/**
 * Running a study of kind `grasp`.
 */
import { InvalidInputError } from "../../errors.js";
import type { Vec3 } from "../../math/vec3.js";
import { graspBody } from "../../soft/grasp/body.js";
import { fingerBoxes } from "../../soft/grasp/finger-shape.js";
import { type GraspRun, type GraspSpec, grasp } from "../../soft/grasp/grasp.js";
import { type GraspScene, type GraspState, NONE, pointOf, surfacePlaces } from "../../soft/grasp/scene.js";
import { middleOf, movedHand, type SearchedGrasp, searchGrasp } from "../../soft/grasp/search.js";
import { meshVolume, type TetMesh } from "../../soft/mesh/mesh.js";
import { checkSignal, type RunOptions, type RunProgress } from "../format/kind.js";
import { oneBodyOf, rows } from "../format/soft-mesh.js";
import { graspDoubts } from "./doubts.js";
import type { GraspResult, GraspShape } from "./result.js";
import type { GraspStudy } from "./schema.js";

/** Throws InvalidInputError where running the study would, without solving anything. */
export function checkGrasp(study: GraspStudy): void {
  const spec = specOf(study, oneBodyOf(study.mesh, study.element === "quadratic"));
  graspBody(spec);
  spec.fingers.forEach((finger, i) => {
    fingerBoxes(finger.shape, finger, `fingers[${i}]`);
  });
}

/** Runs a study of kind `grasp`. */
export function runGrasp(study: GraspStudy, { progress, signal }: RunOptions<RunProgress> = {}): GraspResult {
  checkSignal(signal);
  const spec = specOf(study, oneBodyOf(study.mesh, study.element === "quadratic"));
  const { search } = study;
  const searched =
    search === undefined
      ? undefined
      : searchGrasp(spec, search, (done, of) => {
          progress?.({ part: (0.9 * done) / of, text: `place ${done} of ${of}` });
          checkSignal(signal);
        });
  const best = searched?.best;
  const fingers = best === undefined ? spec.fingers : movedHand(spec.fingers, middleOf(spec), best.turn, best.height);
  let seen = 0;
  const run = grasp({ ...spec, fingers }, ({ phase, distance, height }) => {
    seen += 1;
    const part = 1 - 1 / (1 + seen / (study.close.steps ?? 10));
    progress?.({
      part: search === undefined ? part : 0.9 + 0.1 * part,
      text: `${phase}, ${(1e3 * (height || distance)).toPrecision(3)} mm`,
    });
    checkSignal(signal);
  });
  return resultOf(study, spec, run, searched);
}

function resultOf(study: GraspStudy, spec: GraspSpec, run: GraspRun, searched: SearchedGrasp | undefined): GraspResult {
  const { scene, states, records, outcome, slip, meshError, hertzWork, resolution } = run;
  const { body } = scene;
  const inSurface = new Map([...body.surface.nodes].map((node, k) => [node, k]));
  const grip = states.grip === undefined ? undefined : records.filter(({ phase }) => phase === "close").at(-1);
  const lifted = states.lifted === undefined ? undefined : records.filter(({ phase }) => phase === "lift").at(-1);
  return {
    carom: 1,
    kind: "grasp",
    title: study.title,
    outcome,
    body: {
      nodes: spec.mesh.nodes.length / 3,
      tetrahedra: spec.mesh.tetrahedra.length / 4,
      weight: body.weight,
      spacing: body.spacing,
      element: body.tied.solid.element,
      law: body.law,
    },
    fingers: scene.fingers.map(({ direction, start, friction, boxes }) => ({ direction, start, friction, boxes })),
    records,
    ...(grip === undefined ? {} : { grip }),
    ...(lifted === undefined ? {} : { lifted }),
    ...(slip === undefined ? {} : { slip }),
    ...(meshError === undefined ? {} : { meshError }),
    ...(hertzWork === undefined ? {} : { hertzWork }),
    ...(resolution === undefined ? {} : { resolution }),
    surface: {
      nodes: [...body.surface.nodes],
      triangles: rows(body.surface.triangles, 3).map((triangle) => triangle.map((node) => inSurface.get(node) as number)),
    },
    shapes: {
      rest: shapeOf(scene, states.rest),
      ...(states.grip === undefined ? {} : { grip: shapeOf(scene, states.grip) }),
      ...(states.lifted === undefined ? {} : { lifted: shapeOf(scene, states.lifted) }),
      end: shapeOf(scene, states.end),
    },
    ...(searched === undefined ? {} : { search: { ...searched, ...answer(study, spec, searched) } }),
    warnings: graspDoubts(run),
  };
}

/** The study of the best grasp. */
function answer(study: GraspStudy, spec: GraspSpec, { best }: SearchedGrasp): { readonly study?: GraspStudy } {
  if (best === undefined) return {};
  const { search: _, ...rest } = study;
  const hand = movedHand(spec.fingers, middleOf(spec), best.turn, best.height);
  const fingers = study.fingers.map((finger, i) => ({
    ...finger,
    at: [...hand[i].at] as [number, number, number],
    direction: [...hand[i].direction] as [number, number, number],
    ...(hand[i].up === undefined ? {} : { up: [...(hand[i].up as Vec3)] as [number, number, number] }),
  }));
  return { study: { ...rest, fingers } };
}

export function specOf(study: GraspStudy, mesh: TetMesh): GraspSpec {
  const { material, weight, gravity = 9.81, element, fingers, close, lift, carry, putDown, strainLimit, table } = study;
  const { law, density, ...moduli } = material;
  const { steps, distance, push, untilLiftable } = close;
  const own = weight ?? (density as number) * gravity * meshVolume(mesh);
  if (!(own > 0)) throw new InvalidInputError("material.density", density, "makes the body weigh nothing");
  return {
    mesh,
    material: moduli,
    weight: own,
    ...(law === undefined ? {} : { law }),
    ...(element === undefined ? {} : { element }),
    tableFriction: table.friction,
    fingers,
    close: push === undefined ? { distance: distance as number, ...(untilLiftable === undefined ? {} : { untilLiftable }) } : { push },
    ...(steps === undefined ? {} : { steps }),
    ...(lift === undefined ? {} : { lift }),
    ...(carry === undefined ? {} : { carry }),
    ...(putDown === undefined ? {} : { putDown }),
    gravity,
    ...(strainLimit === undefined ? {} : { strainLimit }),
  };
}

function shapeOf(scene: GraspScene, state: GraspState): GraspShape {
  const places = rows(surfacePlaces(scene, state.displacement), 3) as unknown as Vec3[];
  return {
    places,
    points: scene.fingers.map((_, i) => pointOf(scene, i + 1, state.hand, state.distance, state.given)),
    contacts: Array.from(state.obstacle, (obstacle, node) => ({ obstacle, node }))
      .filter(({ obstacle }) => obstacle !== NONE)
      .map(({ obstacle, node }) => ({ node, obstacle, force: [...state.force.subarray(3 * node, 3 * node + 3)] as unknown as Vec3 })),
  };
}
