/**
 * A run as Universal Scene Description, in its text form (USDA): a transform and a mesh for each body, places and turns sampled at the
 * rows. Time codes count sixtieths of a second, since viewers play whole ones; z is up; lengths are metres; quaternions stand as
 * (w, x, y, z).
 */
import type { RunInSpace, Solid } from "./run-in-space.js";

const CODES = 60;

/** The lines of a .usda file, one by one: a long run is never one text. */
export function* usdaLines({ title, times, solids }: RunInSpace): Generator<string> {
  const names = primNames(solids);
  yield "#usda 1.0";
  yield "(";
  yield `    doc = ${JSON.stringify(title)}`;
  yield '    defaultPrim = "World"';
  yield `    endTimeCode = ${CODES * (times[times.length - 1] ?? 0)}`;
  yield `    framesPerSecond = ${CODES}`;
  yield "    metersPerUnit = 1";
  yield `    startTimeCode = ${CODES * (times[0] ?? 0)}`;
  yield `    timeCodesPerSecond = ${CODES}`;
  yield '    upAxis = "Z"';
  yield ")";
  yield "";
  yield 'def Xform "World"';
  yield "{";
  for (const [i, solid] of solids.entries()) yield* primOf(solid, names[i], times);
  yield "}";
}

function* primOf({ name, surface, positions, orientations }: Solid, prim: string, times: readonly number[]): Generator<string> {
  const place = ([x, y, z]: readonly number[]) => `(${x}, ${y}, ${z})`;
  const turn = ([x, y, z, w]: readonly number[]) => `(${w}, ${x}, ${y}, ${z})`;
  yield `    def Xform "${prim}" (`;
  yield `        displayName = ${JSON.stringify(name)}`;
  yield "    )";
  yield "    {";
  yield* attribute("double3 xformOp:translate", positions.map(place), times);
  yield* attribute("quatd xformOp:orient", orientations.map(turn), times);
  yield '        uniform token[] xformOpOrder = ["xformOp:translate", "xformOp:orient"]';
  yield "";
  yield '        def Mesh "surface"';
  yield "        {";
  yield `            int[] faceVertexCounts = [${surface.faces.map(() => 3).join(", ")}]`;
  yield `            int[] faceVertexIndices = [${surface.faces.flat().join(", ")}]`;
  yield `            point3f[] points = [${surface.points.map(place).join(", ")}]`;
  yield '            uniform token subdivisionScheme = "none"';
  yield "        }";
  yield "    }";
}

function* attribute(what: string, values: readonly string[], times: readonly number[]): Generator<string> {
  if (values.length === 1) {
    yield `        ${what} = ${values[0]}`;
    return;
  }
  yield `        ${what}.timeSamples = {`;
  for (const [i, value] of values.entries()) yield `            ${CODES * times[i]}: ${value},`;
  yield "        }";
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
