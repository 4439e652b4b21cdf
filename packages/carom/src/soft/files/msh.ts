/**
 * Meshes of gmsh: the ASCII formats 2.2 and 4.1 of .msh files, tetrahedra of four nodes (element type 4) or of ten (type 11: their nodes
 * on edges become the middles of a mesh of the corners).
 *
 * Other sections (entities, names of physical groups, periodicity, comments), elements that are not solid (points, lines, triangles of the
 * surface), parametric coordinates behind the three of a node, and nodes that belong to no tetrahedron are passed over: a file of gmsh may
 * well hold them. Binary files, other versions, and solid elements of other kinds or of higher order are refused with the command that
 * writes what is read here.
 *
 * Source: gmsh reference manual, chapter on file formats.
 */
import { InvalidInputError, shownLine } from "../../errors.js";
import { checkMesh, type TetMesh } from "../mesh/mesh.js";

const ASK = "gmsh -3 -format msh22 writes a file that can be read";
/** Nodes of the elements that are read, by their type: with straight edges, and with a node on each edge. */
const NODES_OF = new Map([
  [4, 4],
  [11, 10],
]);
/** Where our edges stand among the nodes of an element of type 11, which has the last two the other way round. */
const OUR_EDGES = [4, 5, 6, 7, 9, 8];
const DECIMAL = /^[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$/;
/** Tetrahedra with nodes on their edges, and the solid elements that are not tetrahedra, of first and second order. */
const HIGHER_TETRAHEDRA = new Set([29, 30, 31]);
const OTHER_SOLIDS = new Set([5, 6, 7, 12, 13, 14, 17, 18, 19]);

/** Reads a mesh; `scale` makes metres of its unit of length. */
export function readMsh(text: string, path = "mesh", scale = 1): TetMesh {
  const lines = new Lines(text, path);
  const format = lines.section("MeshFormat");
  const [version, kind] = lines.at(format).words;
  if (kind !== "0") throw lines.complain(format, `says that the file is binary: ${ASK}`);
  if (version !== "2.2" && version !== "4.1")
    throw lines.complain(format, `names version ${shownLine(version)}, and 2.2 and 4.1 are read: ${ASK}`);
  return version === "2.2" ? readOld(lines, scale) : readNew(lines, scale);
}

class Lines {
  readonly lines: readonly string[];
  readonly path: string;

  constructor(text: string, path: string) {
    this.lines = text.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/);
    this.path = path;
    if (!this.lines.some((line) => line.trim() === "$MeshFormat"))
      throw new InvalidInputError(path, this.lines.length, "lines are no .msh file: none of them is $MeshFormat");
  }

  /** Number of the line after $name. What stands inside another section, a comment say, opens none. */
  section(name: string): number {
    let found = -1;
    for (let line = 0; line < this.lines.length; line += 1) {
      const opened = /^\$(\w+)$/.exec(this.lines[line].trim())?.[1];
      if (opened === undefined) continue;
      if (opened === name) {
        if (found >= 0) throw this.complain(line, "opens that section a second time");
        found = line + 1;
      }
      const end = this.lines.findIndex((other, at) => at > line && other.trim() === `$End${opened}`);
      if (end < 0) throw this.complain(line, `opens a section that no $End${opened} ends`);
      line = end;
    }
    if (found < 0) throw new InvalidInputError(this.path, name, "is not a section of the file, and it is needed");
    return found;
  }

  /** The line after the last that was counted has to end the section. */
  end(line: number, name: string): void {
    if (this.lines[line]?.trim() !== `$End${name}`) throw this.complain(line, `is not $End${name}, where all that was counted has come`);
  }

  at(line: number): { readonly words: string[]; readonly numbers: number[] } {
    const words = (this.lines[line] ?? "").trim().split(/\s+/);
    return { words, numbers: words.map(Number) };
  }

  /** A number of things that follow, as one word of a line. */
  count(line: number, word: number, words: number): number {
    const value = this.numbers(line, words)[word];
    if (!(Number.isInteger(value) && value >= 0 && line + value < this.lines.length))
      throw this.complain(line, `does not say how many lines follow, of ${this.lines.length} in the file`);
    return value;
  }

  /** At least `count` numbers in a line. */
  numbers(line: number, count: number): number[] {
    const { words, numbers } = this.at(line);
    if (numbers.length < count || !words.every((word) => DECIMAL.test(word)) || !numbers.every(Number.isFinite))
      throw this.complain(line, `is not a row of ${count} numbers`);
    return numbers;
  }

  complain(line: number, expected: string): InvalidInputError {
    return new InvalidInputError(
      `${this.path}, line ${line + 1}`,
      line < this.lines.length ? shownLine(this.lines[line]) : "the end of the file",
      expected,
    );
  }
}

function readOld(lines: Lines, scale: number): TetMesh {
  let line = lines.section("Nodes");
  const count = lines.count(line, 0, 1);
  const places = new Map<number, readonly number[]>();
  for (let index = 0; index < count; index += 1) {
    line += 1;
    const [tag, ...xyz] = lines.numbers(line, 4);
    addPlace(lines, line, places, tag, xyz);
  }
  lines.end(line + 1, "Nodes");
  line = lines.section("Elements");
  const elements = lines.count(line, 0, 1);
  const found: number[][] = [];
  for (let index = 0; index < elements; index += 1) {
    line += 1;
    const [, type, tags, ...rest] = lines.numbers(line, 3);
    const wanted = nodesOf(lines, line, type, found);
    if (wanted === 0) continue;
    if (!(Number.isInteger(tags) && tags >= 0 && rest.length === tags + wanted))
      throw lines.complain(line, `does not name ${wanted === 4 ? "four" : "ten"} nodes behind its tags`);
    found.push(rest.slice(tags));
  }
  lines.end(line + 1, "Elements");
  return assemble(lines, places, found, scale);
}

function readNew(lines: Lines, scale: number): TetMesh {
  let line = lines.section("Nodes");
  const blocks = lines.count(line, 0, 4);
  const places = new Map<number, readonly number[]>();
  for (let block = 0; block < blocks; block += 1) {
    line += 1;
    const count = lines.count(line, 3, 4);
    for (let index = 0; index < count; index += 1) {
      const [tag] = lines.numbers(line + 1 + index, 1);
      addPlace(lines, line + 1 + index, places, tag, lines.numbers(line + 1 + count + index, 3));
    }
    line += 2 * count;
  }
  lines.end(line + 1, "Nodes");
  line = lines.section("Elements");
  const groups = lines.count(line, 0, 4);
  const found: number[][] = [];
  for (let group = 0; group < groups; group += 1) {
    line += 1;
    const [, , type] = lines.numbers(line, 4);
    const count = lines.count(line, 3, 4);
    const wanted = nodesOf(lines, line, type, found);
    for (let index = 0; index < count; index += 1) {
      line += 1;
      if (wanted > 0) found.push(lines.numbers(line, wanted + 1).slice(1, wanted + 1));
    }
  }
  lines.end(line + 1, "Elements");
  return assemble(lines, places, found, scale);
}

function addPlace(lines: Lines, line: number, places: Map<number, readonly number[]>, tag: number, xyz: readonly number[]): void {
  if (places.has(tag)) throw lines.complain(line, `gives node ${tag} a second time`);
  places.set(tag, xyz);
}

/** Nodes of an element of a type that is read, or 0: others may be passed over unless they are part of the solid. */
function nodesOf(lines: Lines, line: number, type: number, found: readonly (readonly number[])[]): number {
  if (HIGHER_TETRAHEDRA.has(type))
    throw lines.complain(line, "holds tetrahedra of third or higher order: write the mesh with gmsh -order 2");
  if (OTHER_SOLIDS.has(type))
    throw lines.complain(
      line,
      "holds hexahedra, prisms or pyramids, and tetrahedra are read: let gmsh mesh the volume without recombination",
    );
  const nodes = NODES_OF.get(type) ?? 0;
  if (nodes > 0 && found.length > 0 && found[0].length !== nodes)
    throw lines.complain(line, "holds tetrahedra of another order than those before it");
  return nodes;
}

/** Numbers the corners of the tetrahedra from 0 on, in the order of their tags; nodes on edges become middles. */
function assemble(
  lines: Lines,
  places: ReadonlyMap<number, readonly number[]>,
  found: readonly (readonly number[])[],
  scale: number,
): TetMesh {
  if (found.length === 0) throw new InvalidInputError(lines.path, 0, "tetrahedra are in the file: write the volume mesh (gmsh -3)");
  const placeOf = (tag: number): readonly number[] => {
    const xyz = places.get(tag);
    if (xyz === undefined) throw new InvalidInputError(lines.path, tag, "is named by a tetrahedron and is no node of the file");
    return [scale * xyz[0], scale * xyz[1], scale * xyz[2]];
  };
  const tags = found.flatMap((element) => element.slice(0, 4));
  const used = [...new Set(tags)].sort((a, b) => a - b);
  const place = new Map(used.map((tag, index) => [tag, index]));
  const nodes = new Float64Array(3 * used.length);
  for (const [index, tag] of used.entries()) nodes.set(placeOf(tag), 3 * index);
  const tetrahedra = Int32Array.from(tags, (tag) => place.get(tag) as number);
  if (found[0].length === 4) return checkMesh({ nodes, tetrahedra }, lines.path);
  const middles = Float64Array.from(found.flatMap((element) => OUR_EDGES.flatMap((edge) => placeOf(element[edge]))));
  return checkMesh({ nodes, tetrahedra, middles }, lines.path);
}

/** A mesh as .msh text of version 2.2 or 4.1. */
export function writeMsh({ nodes, tetrahedra }: TetMesh, version: "2.2" | "4.1" = "2.2"): string {
  const count = nodes.length / 3;
  const elements = tetrahedra.length / 4;
  const place = (i: number): string => `${nodes[3 * i]} ${nodes[3 * i + 1]} ${nodes[3 * i + 2]}`;
  const corners = (i: number): string => Array.from(tetrahedra.subarray(4 * i, 4 * i + 4), (node) => node + 1).join(" ");
  const each = (length: number, row: (i: number) => string): string[] => Array.from({ length }, (_, i) => row(i));
  const rows =
    version === "2.2"
      ? [
          "$Nodes",
          `${count}`,
          ...each(count, (i) => `${i + 1} ${place(i)}`),
          "$EndNodes",
          "$Elements",
          `${elements}`,
          ...each(elements, (i) => `${i + 1} 4 2 1 1 ${corners(i)}`),
          "$EndElements",
        ]
      : [
          "$Nodes",
          `1 ${count} 1 ${count}`,
          `3 1 0 ${count}`,
          ...each(count, (i) => `${i + 1}`),
          ...each(count, place),
          "$EndNodes",
          "$Elements",
          `1 ${elements} 1 ${elements}`,
          `3 1 4 ${elements}`,
          ...each(elements, (i) => `${i + 1} ${corners(i)}`),
          "$EndElements",
        ];
  return `${["$MeshFormat", `${version} 0 8`, "$EndMeshFormat", ...rows].join("\n")}\n`;
}
