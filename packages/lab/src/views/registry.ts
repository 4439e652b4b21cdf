/** Every view. The first that accepts a study shows it. */
import type { Study } from "carom/study";
import { type ComponentType, lazy, memo } from "react";
import type { View, ViewProps } from "./view.js";

/** A view that takes one kind of study, as one that is given any. */
function only<Props extends ViewProps>(component: ComponentType<Props>): { default: ComponentType<ViewProps> } {
  return { default: component as unknown as ComponentType<ViewProps> };
}

export const views: readonly View[] = [
  {
    path: "impact",
    name: "Inspector",
    accepts: (study) => study.kind === "impact" && study.contacts.length === 1,
    load: () => import("../inspector/inspector.js").then(({ Inspector }) => only(Inspector)),
  },
  {
    path: "many",
    name: "Many contacts",
    accepts: (study) => study.kind === "impact" && study.contacts.length > 1,
    load: () => import("../many/many.js").then(({ Many }) => only(Many)),
  },
  {
    path: "clatter",
    name: "Clatter",
    accepts: (study) => study.kind === "clatter",
    load: () => import("../clatter/clatter.js").then(({ Clatter }) => only(Clatter)),
  },
  {
    path: "rod",
    name: "Elastic rod",
    accepts: (study) => study.kind === "elastic-rod",
    load: () => import("../elastic-rod/elastic-rod.js").then(({ ElasticRodView }) => only(ElasticRodView)),
  },
  {
    path: "batting",
    name: "Hit",
    accepts: (study) => study.kind === "batting",
    load: () => import("../batting/batting.js").then(({ BattingView }) => only(BattingView)),
  },
  {
    path: "pickup",
    name: "Pickup",
    accepts: (study) => study.kind === "pickup",
    load: () => import("../pickup/pickup.js").then(({ PickupView }) => only(PickupView)),
  },
  {
    path: "rest-shape",
    name: "Without gravity",
    accepts: (study) => study.kind === "rest-shape",
    load: () => import("../rest-shape/rest-shape.js").then(({ RestShapeView }) => only(RestShapeView)),
  },
  {
    path: "run",
    name: "Player",
    accepts: (study) => study.kind === "simulation",
    load: () => import("../player/player.js").then(({ Player }) => only(Player)),
  },
];

const components = new Map<View, ComponentType<ViewProps>>();

export function viewAt(path: string): View | undefined {
  return views.find((view) => view.path === path);
}

export function viewFor(study: Study): View | undefined {
  return views.find((view) => view.accepts(study));
}

/** The view's component, the same one every time. */
export function componentOf(view: View): ComponentType<ViewProps> {
  // Not drawn again where only the address has followed.
  const known = components.get(view) ?? memo(lazy(view.load));
  components.set(view, known);
  return known;
}
