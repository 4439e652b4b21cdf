/** Names in a study: free ones, and every place that names a body. */
import type { SimulationStudy } from "carom/study";
import { type Path, withNameAt, withoutAt, withValueAt } from "./json-edit.js";

/** `ball`, then `ball 2`. */
export function freeName(study: Pick<SimulationStudy, "bodies">, wanted: string): string {
  if (!Object.hasOwn(study.bodies, wanted) && wanted !== "world") return wanted;
  for (let count = 2; ; count++) if (!Object.hasOwn(study.bodies, `${wanted} ${count}`)) return `${wanted} ${count}`;
}

/** Every path at which a body is named, besides its own field; the last first, so that those before stay where they are. */
export function mentionsOf(study: SimulationStudy, name: string): { readonly path: Path; readonly whole: Path }[] {
  const found: { path: Path; whole: Path }[] = [];
  Object.entries(study.bodies).forEach(([other, body]) => {
    if ("joint" in body && body.joint.parent === name) found.push({ path: ["bodies", other, "joint", "parent"], whole: ["bodies", other] });
  });
  const between = (list: readonly { readonly between: readonly string[] }[] | undefined, field: string) =>
    list?.forEach((entry, i) => {
      entry.between.forEach((one, k) => {
        if (one === name) found.push({ path: [field, i, "between", k], whole: [field, i] });
      });
    });
  between(study.contacts as never, "contacts");
  between(study.loops as never, "loops");
  between(study.gears as never, "gears");
  study.loads?.forEach((load, i) => {
    if ("body" in load && load.body === name) found.push({ path: ["loads", i, "body"], whole: ["loads", i] });
    if ("between" in load)
      load.between.forEach((one, k) => {
        if (one === name) found.push({ path: ["loads", i, "between", k], whole: ["loads", i] });
      });
  });
  return found.reverse();
}

export function renamed(text: string, study: SimulationStudy, name: string, to: string): string {
  const inside = mentionsOf(study, name).reduce((now, { path }) => withValueAt(now, path, to), text);
  return withNameAt(inside, ["bodies", name], to);
}

/** Without a body and everything that names it: contacts, loads, loops; links that hung on it go with it. */
export function removed(text: string, name: string): string {
  const study = JSON.parse(text) as SimulationStudy;
  const seen = new Set<string>();
  let now = text;
  for (const { whole } of mentionsOf(study, name)) {
    const key = JSON.stringify(whole);
    if (seen.has(key)) continue;
    seen.add(key);
    now = whole[0] === "bodies" ? removed(now, String(whole[1])) : withoutAt(now, whole);
  }
  return withoutEmptyLists(withoutAt(now, ["bodies", name]));
}

function withoutEmptyLists(text: string): string {
  const study = JSON.parse(text) as Record<string, unknown>;
  return ["contacts", "loads", "loops", "gears"].reduce(
    (now, field) => (Array.isArray(study[field]) && study[field].length === 0 ? withoutAt(now, [field]) : now),
    text,
  );
}
