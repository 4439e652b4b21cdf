/**
 * The kinds of study in the lab: a new kind is a view in a folder of its own and a row here, and the compiler names a kind that has none.
 *
 * Any kind is computed in the worker; what a view wants to see of the way there, besides the result, is in worker/watch.ts. A picture for
 * the gallery is made where build/thumbnails knows the kind.
 */
import type { Kind, Study, StudyOf } from "carom/study";
import { type CommonField, numberField } from "./editor/fields.js";
import { brought, type View, type Viewed } from "./views/view.js";

export interface LabKind<K extends Kind> {
  /** The first that accepts a study shows it. */
  readonly views: readonly View<StudyOf<K>>[];
  /** Whether a lesson can show it: its bodies on a stage. Default: it cannot. */
  readonly told?: (study: Pick<StudyOf<K>, "kind">) => boolean;
  /** What people change most, besides the title. Default: nothing else. */
  readonly fields?: (study: StudyOf<K>) => readonly CommonField[];
}

const kinds = {
  impact: {
    views: [
      {
        path: "impact",
        name: "Inspector",
        accepts: ({ contacts }) => contacts?.length === 1,
        component: brought(() => import("./inspector/inspector.js").then(({ Inspector }) => Inspector)),
      },
      {
        path: "many",
        name: "Many contacts",
        accepts: ({ contacts }) => contacts?.length !== 1,
        component: brought(() => import("./many/many.js").then(({ Many }) => Many)),
      },
    ],
    told: (study) => "bodies" in study,
    fields: () => [numberField("Friction", ["contacts", 0, "friction"]), numberField("Restitution", ["contacts", 0, "restitution"])],
  },
  simulation: {
    views: [{ path: "run", name: "Player", component: brought(() => import("./player/player.js").then(({ Player }) => Player)) }],
    told: () => true,
    fields: ({ contacts = [] }) => {
      const material = contacts.length === 0 ? ["material"] : ["contacts", 0];
      return [
        numberField("Duration", ["duration"], "s"),
        numberField("Friction", [...material, "friction"]),
        numberField("Restitution", [...material, "restitution"]),
      ];
    },
  },
  clatter: {
    views: [{ path: "clatter", name: "Clatter", component: brought(() => import("./clatter/clatter.js").then(({ Clatter }) => Clatter)) }],
    fields: ({ rod }) => {
      const body = rod === undefined ? "plate" : "rod";
      return [numberField("Restitution", [body, "restitution"]), numberField("Impact speed", [body, "impactSpeed"], "m/s")];
    },
  },
  "elastic-rod": {
    views: [
      {
        path: "rod",
        name: "Elastic rod",
        component: brought(() => import("./elastic-rod/elastic-rod.js").then(({ ElasticRodView }) => ElasticRodView)),
      },
    ],
  },
  batting: {
    views: [
      { path: "batting", name: "Hit", component: brought(() => import("./batting/batting.js").then(({ BattingView }) => BattingView)) },
    ],
  },
  pickup: {
    views: [
      {
        path: "pickup",
        name: "Pickup",
        component: brought(() => import("./pickup/pickup.js").then(({ PickupView }) => PickupView)),
      },
    ],
  },
  grasp: {
    views: [{ path: "grasp", name: "Grasp", component: brought(() => import("./grasp/grasp.js").then(({ GraspView }) => GraspView)) }],
  },
  "rest-shape": {
    views: [
      {
        path: "rest-shape",
        name: "Without gravity",
        component: brought(() => import("./rest-shape/rest-shape.js").then(({ RestShapeView }) => RestShapeView)),
      },
    ],
  },
  sweep: {
    views: [{ path: "sweep", name: "Sweep", component: brought(() => import("./sweep/sweep.js").then(({ SweepView }) => SweepView)) }],
    fields: () => [numberField("Seed", ["seed"]), numberField("Runs", ["sampler", "runs"])],
  },
  fit: {
    views: [{ path: "fit", name: "Fit", component: brought(() => import("./fit/fit.js").then(({ FitView }) => FitView)) }],
  },
} satisfies { readonly [K in Kind]: LabKind<K> };

/** A name and its row belong together, which the compiler cannot follow through a variable. */
function rowOf(kind: Kind): LabKind<Kind> {
  return kinds[kind] as unknown as LabKind<Kind>;
}

const allViews: readonly View[] = (Object.keys(kinds) as Kind[]).flatMap((kind) => rowOf(kind).views as unknown as readonly View[]);

export function viewAt(path: string): View | undefined {
  return allViews.find((view) => view.path === path);
}

/** @param wanted path of the view that is asked for; another one is found where that is not for such a study */
export function viewFor(study: Viewed, wanted?: string): View | undefined {
  const fitting = (rowOf(study.kind).views as unknown as readonly View[]).filter(({ accepts }) => accepts?.(study) ?? true);
  return fitting.find(({ path }) => path === wanted) ?? fitting[0];
}

/** Whether a lesson can show such a study. */
export function isTold(study: Pick<Study, "kind">): boolean {
  return rowOf(study.kind).told?.(study as Study) ?? false;
}

/** The fields that people change most. */
export function commonFields(study: Study): readonly CommonField[] {
  return [{ label: "Title", path: ["title"], kind: "text" }, ...(rowOf(study.kind).fields?.(study) ?? [])];
}
