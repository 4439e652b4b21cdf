/** Soft bodies with how they looked after every step. */
import { significant } from "@carom/figures/geometry";
import {
  meshOf,
  type PickupRecord,
  type PickupResult,
  type PickupStudy,
  type RestShapeStudy,
  runPickup,
  runRestShape,
  skinIn,
} from "carom/study";
import type { PickupFrame, Progress, WatchedPickup, WatchedRestShape } from "./messages.js";
import { createReports } from "./reports.js";

/** Steps to a shape without gravity that are kept for the slider. */
const MOST_ITERATES = 300;

export function watchPickup(study: PickupStudy, progress: (progress: Progress) => void): WatchedPickup {
  const carried = carriedIn(study);
  const frames: PickupFrame[] = [];
  /** Of steps of the search, one of which is the grip. */
  const searched = new Map<PickupRecord, Float64Array>();
  const reports = createReports(progress);
  const { skin: _, ...result } = runPickup(study, {
    progress: ({ part, phase, record, shape, nodes }) => {
      if (phase !== "search") frames.push({ phase, record, shape: shape(), ...(carried === undefined ? {} : { nodes: nodes() }) });
      else if (carried !== undefined) searched.set(record, nodes());
      reports.tell(() => ({ ...(part === undefined ? {} : { part }), text: depthText(record, frames.length) }));
    },
  });
  return { ...result, ...(carried === undefined ? {} : { carried }), frames: inOrder(result, frames, searched) };
}

function depthText({ depth }: PickupRecord, step: number): string {
  return `${significant(depth * 1e3, 3)} mm deep, step ${step}`;
}

/** The least depth stands among the steps of the squeeze in its place; the lift follows from there. */
function inOrder(
  { leastDepth, shapes, lift }: Omit<PickupResult, "skin">,
  frames: readonly PickupFrame[],
  searched: ReadonlyMap<PickupRecord, Float64Array>,
): readonly PickupFrame[] {
  if (leastDepth === undefined || shapes.grip === undefined) return frames;
  const { record, depth } = leastDepth;
  const until = frames.filter((frame) => frame.phase !== "lift" && (frame.record.depth < depth || lift.length === 0));
  const nodes = searched.get(record) ?? frames.find((frame) => frame.record === record)?.nodes;
  const grip: PickupFrame = { phase: "squeeze", record, shape: shapes.grip, ...(nodes === undefined ? {} : { nodes }) };
  return [...until, ...(lift.length === 0 ? [] : [grip]), ...frames.filter(({ phase }) => phase === "lift")];
}

export function watchRestShape(study: RestShapeStudy, progress: (progress: Progress) => void): WatchedRestShape {
  const carried = carriedIn(study);
  const iterates: Float64Array[] = [];
  let steps = 0;
  const { skin: _, ...result } = runRestShape(study, {
    progress: ({ rest }) => {
      steps++;
      if (iterates.length < MOST_ITERATES) iterates.push(rest());
      progress({ text: `step ${steps}` });
    },
  });
  return { ...result, iterates, ...(carried === undefined ? {} : { carried }) };
}

/** The skin that the mesh of a study carries. */
function carriedIn({ mesh, skin }: PickupStudy | RestShapeStudy) {
  return skin === undefined ? undefined : skinIn(meshOf(mesh), skin);
}
