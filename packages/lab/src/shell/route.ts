/**
 * Where the user is: `#/impact?example=slip-reversing-rod&law=newton`. The part after `#/` names the view, the query says which study and
 * what of it.
 */
import { useSyncExternalStore } from "react";

export interface Route {
  /** Of a view; empty for the gallery. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
}

export function parseRoute(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?", 2);
  return { path, query: Object.fromEntries(new URLSearchParams(query)) };
}

export function routeText({ path, query }: Route): string {
  const text = new URLSearchParams(query).toString();
  return `#/${path}${text === "" ? "" : `?${text}`}`;
}

/** A new entry of the history: Back leads here again. */
export function go(route: Route): void {
  window.location.hash = routeText(route);
}

const CHANGED = "carom-route";

/** The same entry of the history: for what changes while one drags. */
export function replaceRoute(route: Route): void {
  const text = routeText(route);
  if (text === window.location.hash) return;
  window.history.replaceState(null, "", text);
  window.dispatchEvent(new Event(CHANGED));
}

function subscribe(changed: () => void): () => void {
  window.addEventListener("hashchange", changed);
  window.addEventListener(CHANGED, changed);
  return () => {
    window.removeEventListener("hashchange", changed);
    window.removeEventListener(CHANGED, changed);
  };
}

/** A parser that gives the same object as long as the address is the same. */
function createRouteParser(): (hash: string) => Route {
  let known = { hash: "", route: parseRoute("") };
  return (hash) => {
    if (known.hash !== hash) known = { hash, route: parseRoute(hash) };
    return known.route;
  };
}

const routeAt = createRouteParser();

/** The same object as long as the address is the same. */
export function currentRoute(): Route {
  return routeAt(window.location.hash);
}

export function useRoute(): Route {
  return useSyncExternalStore(subscribe, currentRoute);
}
