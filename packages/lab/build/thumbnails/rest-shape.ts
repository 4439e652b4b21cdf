/** A soft body from the side: as it is seen in ink, without gravity as clay. */
import { meshSurface } from "carom/soft";
import { type RestShapeResult, type RestShapeStudy, runRestShape } from "carom/study";
import { createPen, HEIGHT, type Pictured, type Point, type Thumbnail, WIDTH } from "./drawing.js";

export function restShapePicture(study: RestShapeStudy): Pictured {
  return { thumbnail: restShapeThumbnail(runRestShape({ ...study, convergence: false })), facts: {} };
}

function restShapeThumbnail({ observed, rest, tetrahedra }: RestShapeResult): Thumbnail {
  const pen = createPen();
  const places = [...observed, ...rest];
  const flat = ([x, y, z]: readonly number[]): Point => [x! + 0.25 * y!, z! + 0.12 * y!];
  const points = places.map(flat);
  const [low, high] = [Math.min(...points.map(([x]) => x)), Math.max(...points.map(([x]) => x))];
  const [bottom, top] = [Math.min(...points.map(([, y]) => y)), Math.max(...points.map(([, y]) => y))];
  const scale = Math.min((HEIGHT - 44) / (top - bottom), (WIDTH - 120) / (high - low));
  const to = ([x, y]: Point): Point => [WIDTH / 2 + (x - (low + high) / 2) * scale, HEIGHT - 22 - (y - bottom) * scale];
  const { triangles } = meshSurface({ nodes: Float64Array.from(observed.flat()), tetrahedra: Int32Array.from(tetrahedra.flat()) });
  const draw = (shape: readonly (readonly number[])[], kind: "body" | "ink") => {
    // Whole pixels: hundreds of small triangles are the largest pictures of the gallery.
    const at = shape.map((place): Point => {
      const [x, y] = to(flat(place));
      return [Math.round(x), Math.round(y)];
    });
    for (let k = 0; k < triangles.length; k += 3) {
      const [p, q, r] = [at[triangles[k]!]!, at[triangles[k + 1]!]!, at[triangles[k + 2]!]!];
      if ((q[0] - p[0]) * (r[1] - p[1]) < (q[1] - p[1]) * (r[0] - p[0])) pen.line(kind, [p, q, r], true);
    }
  };
  draw(rest, "body");
  draw(observed, "ink");
  return pen.done();
}
