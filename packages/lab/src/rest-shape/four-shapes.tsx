/** The same body four times from the side: seen, without gravity, and turned over from either of them, the wrong one last. */
import type { RestShapeResult } from "carom/study";
import { lengthText } from "../soft/measures.js";
import { gazeAcross, type Place, projection } from "../soft/projection.js";
import { edgesOf, outlinePath } from "../soft/skin.js";

interface FourShapesProps {
  readonly result: Pick<RestShapeResult, "observed" | "rest" | "flip" | "mass">;
  readonly triangles: readonly (readonly [number, number, number])[];
}

const WIDTH = 300;
const HEIGHT = 150;

export function FourShapes({ result: { observed, rest, flip, mass }, triangles }: FourShapesProps) {
  if (flip === undefined) return null;
  const shapes = [
    { name: "as it is seen", note: `on the table, ${(1e3 * mass).toPrecision(3)} g`, nodes: observed, height: flip.observed.height },
    { name: "without gravity", note: "recovered; sags back to what is seen", nodes: rest, height: flip.rest.height, dashed: true },
    {
      name: "turned over, from the recovered shape",
      note: "what it would really do",
      nodes: flip.fromRest.nodes,
      height: flip.fromRest.height,
    },
    {
      name: "turned over, from the seen shape",
      note: `${lengthText(Math.abs(flip.fromRest.height - flip.fromObserved.height), 2)} ${
        flip.fromObserved.height < flip.fromRest.height ? "too low" : "too high"
      }: it sagged twice`,
      nodes: flip.fromObserved.nodes,
      height: flip.fromObserved.height,
    },
  ];
  const edges = edgesOf(Int32Array.from(triangles.flat()));
  const across = Math.max(...shapes.map(({ nodes }) => span(nodes, 0)));
  const tallest = Math.max(...shapes.map(({ height }) => height));
  const scale = Math.min((0.62 * WIDTH) / across, (HEIGHT - 50) / tallest);
  return (
    <ul className="four-shapes">
      {shapes.map(({ name, note, nodes, height, dashed }) => {
        const low = Math.min(...nodes.map((node) => node[2]!));
        const middle = (Math.max(...nodes.map((node) => node[0]!)) + Math.min(...nodes.map((node) => node[0]!))) / 2;
        const to = projection({ ...gazeAcross([1, 0, 0]), pitch: 0 }, [middle, 0, low], scale, [WIDTH / 2, HEIGHT - 8]);
        return (
          <li key={name}>
            <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={`${name}: ${lengthText(height, 3)} high`}>
              <text className="word large" x={WIDTH / 2} y={HEIGHT - 18 - scale * height} textAnchor="middle">
                {lengthText(height, 3)}
              </text>
              <path className={dashed ? "without" : "standing"} d={outlinePath(edges, (k) => to(nodes[k] as unknown as Place))} />
              <path className="floor" d={`M20,${HEIGHT - 8}H${WIDTH - 20}`} />
            </svg>
            <b>{name}</b>
            <small>{note}</small>
          </li>
        );
      })}
    </ul>
  );
}

const span = (nodes: readonly (readonly number[])[], axis: number): number =>
  Math.max(...nodes.map((node) => node[axis]!)) - Math.min(...nodes.map((node) => node[axis]!));
