/** What is wrong with a skin that could not be filled, in words. */
import type { Surface } from "../../files/obj.js";
import type { SkinQueries } from "./queries.js";

/** Places that are asked, at most. */
const ASKED = 20_000;
/** How often a skin winds round a place that is inside twice, at least. */
const TWICE = 1.5;

/** `places`: some around and in the skin, three numbers each, of which those nearer to it than `near` do not count. */
export function faultOfSkin(
  { vertices, triangles }: Surface,
  queries: SkinQueries,
  places: Float64Array,
  near: number,
): string | undefined {
  const open = openEdges(vertices, triangles);
  if (open > 0) return `it is not closed: ${open} of its edges have a triangle on one side only, or two that run the same way`;
  const step = 3 * Math.ceil(places.length / 3 / ASKED);
  for (let at = 0; at < places.length; at += step) {
    const [x, y, z] = places.subarray(at, at + 3);
    if (queries.winding(x, y, z) <= TWICE || queries.distance(x, y, z) < near) continue;
    const place = [x, y, z].map((value) => value.toPrecision(3)).join(", ");
    return `it cuts itself, or has parts in each other: it goes twice round (${place}) m`;
  }
  return undefined;
}

/** Edges that are not run along as often one way as the other. Corners are the same where they are at the same place. */
function openEdges(vertices: Float64Array, triangles: Int32Array): number {
  const numbers = new Map<string, number>();
  const numberAt = (corner: number): number => {
    const key = `${vertices[3 * corner]} ${vertices[3 * corner + 1]} ${vertices[3 * corner + 2]}`;
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, numbers.size);
    return numbers.size - 1;
  };
  const corners = Array.from(triangles, numberAt);
  const runs = new Map<number, number>();
  for (let at = 0; at < corners.length; at += 3)
    for (let k = 0; k < 3; k += 1) {
      const [from, to] = [corners[at + k], corners[at + ((k + 1) % 3)]];
      const key = Math.min(from, to) * numbers.size + Math.max(from, to);
      runs.set(key, (runs.get(key) ?? 0) + (from < to ? 1 : -1));
    }
  return [...runs.values()].reduce((count, sum) => (sum === 0 ? count : count + 1), 0);
}
