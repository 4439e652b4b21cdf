/**
 * A run as Universal Scene Description, in its text form (USDA): a transform and a mesh for each body, places and turns sampled at the
 * rows. Time codes count sixtieths of a second, since viewers play whole ones; z is up; lengths are metres; quaternions stand as
 * (w, x, y, z).
 */
import type { RunInSpace, Solid } from "./run-in-space.js";
import type { BodyRow } from "./run-rows.js";
import { trackBlocks } from "./track-blocks.js";
import type { Triangles } from "./triangles.js";

const CODES = 60;

/** The lines of a .usda file, one by one: a long run is never one text. */
export async function* usdaLines(run: RunInSpace, most?: number): AsyncGenerator<string> {
  const { title, span, solids } = run;
  const names = primNames(solids);
  yield "#usda 1.0";
  yield "(";
  yield `    doc = ${JSON.stringify(title)}`;
  yield '    defaultPrim = "World"';
  yield `    endTimeCode = ${CODES * span[1]}`;
  yield `    framesPerSecond = ${CODES}`;
  yield "    metersPerUnit = 1";
  yield `    startTimeCode = ${CODES * span[0]}`;
  yield `    timeCodesPerSecond = ${CODES}`;
  yield '    upAxis = "Z"';
  yield ")";
  yield "";
  yield 'def Xform "World"';
  yield "{";
  const tracks = solids.flatMap((_, solid) => TRACKS.map(({ width, read }) => ({ solid, width, read })));
  let begun = -1;
  for await (const { track, from, times, values, isLast } of trackBlocks(run, tracks, most)) {
    const { solid, width } = tracks[track];
    const { what, written } = TRACKS[track % TRACKS.length];
    const isStill = solids[solid].isStill;
    if (track % TRACKS.length === 0 && from === 0) yield* headOf(solids[solid].name, names[solid]);
    if (begun !== track) yield isStill ? `        ${what} = ${written(values.subarray(0, width))}` : `        ${what}.timeSamples = {`;
    begun = track;
    if (!isStill)
      for (const [i, time] of times.entries())
        yield `            ${CODES * time}: ${written(values.subarray(width * i, width * (i + 1)))},`;
    if (isLast && !isStill) yield "        }";
    if (isLast && track % TRACKS.length === TRACKS.length - 1) yield* footOf(solids[solid].surface);
  }
  yield "}";
}

interface Numbers {
  readonly [index: number]: number;
}

const TRACKS = [
  {
    what: "double3 xformOp:translate",
    width: 3,
    read: ({ position }: BodyRow) => position,
    written: (v: Numbers) => `(${v[0]}, ${v[1]}, ${v[2]})`,
  },
  {
    what: "quatd xformOp:orient",
    width: 4,
    read: ({ orientation }: BodyRow) => orientation,
    written: (v: Numbers) => `(${v[3]}, ${v[0]}, ${v[1]}, ${v[2]})`,
  },
] as const;

function* headOf(name: string, prim: string): Generator<string> {
  yield `    def Xform "${prim}" (`;
  yield `        displayName = ${JSON.stringify(name)}`;
  yield "    )";
  yield "    {";
}

function* footOf({ points, faces }: Triangles): Generator<string> {
  yield '        uniform token[] xformOpOrder = ["xformOp:translate", "xformOp:orient"]';
  yield "";
  yield '        def Mesh "surface"';
  yield "        {";
  yield `            int[] faceVertexCounts = [${faces.map(() => 3).join(", ")}]`;
  yield `            int[] faceVertexIndices = [${faces.flat().join(", ")}]`;
  yield `            point3f[] points = [${points.map((point) => `(${point.join(", ")})`).join(", ")}]`;
  yield '            uniform token subdivisionScheme = "none"';
  yield "        }";
  yield "    }";
}

/** Names that the format allows, letters, digits and underscores, each once. */
function primNames(solids: readonly Solid[]): string[] {
  const taken = new Set<string>();
  return solids.map(({ name }) => {
    const plain = name.replace(/[^A-Za-z0-9_]/g, "_").replace(/^(?=[0-9])/, "_");
    let free = plain;
    for (let i = 2; taken.has(free); i++) free = `${plain}_${i}`;
    taken.add(free);
    return free;
  });
}
