/**
 * Meshes of gmsh: the formats 2.2 and 4.1 of .msh files, text or binary (msh-binary.ts), tetrahedra of four nodes (element type 4) or of
 * ten (type 11: their nodes on edges become the middles of a mesh of the corners).
 *
 * Other sections (entities, names of physical groups, periodicity, comments), elements that are not solid (points, lines, triangles of the
 * surface), parametric coordinates behind the three of a node, and nodes that belong to no tetrahedron are passed over: a file of gmsh may
 * well hold them. Other versions, and solid elements of other kinds or of higher order are refused with the command that writes what is
 * read here.
 *
 * Source: gmsh reference manual, chapter on file formats.
 */
import { InvalidInputError, shownLine } from "../../errors.js";
import type { TetMesh } from "../mesh/mesh.js";
import { readBinaryMsh } from "./msh-binary.js";
import { addPlace, assemble, createParts, type MshParts, nodesOf } from "./msh-parts.js";

const DECIMAL = /^[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$/;
const ASK = "gmsh -3 -format msh22 writes a file that can be read";

/** Reads a mesh; `scale` makes metres of its unit of length. The characters of a binary file are its bytes. */
export function readMsh(text: string, path = "mesh", scale = 1): TetMesh {
  const [, version, kind] = /^\s*\$MeshFormat\s+(\S+) +(\S+) +\S+[ \r]*\n/.exec(text.slice(0, 1000)) ?? [];
  if (kind === "1" && (version === "2.2" || version === "4.1")) return assemble(path, readBinaryMsh(text, path, version), scale);
  const lines = new Lines(text, path);
  const format = lines.section("MeshFormat");
  const [told, how] = lines.at(format).words;
  if (how !== "0") throw lines.complain(format, `does not say whether the file is text (0) or binary (1) of version 2.2 or 4.1: ${ASK}`);
  if (told !== "2.2" && told !== "4.1") throw lines.complain(format, `names version ${shownLine(told)}, and 2.2 and 4.1 are read: ${ASK}`);
  return assemble(path, told === "2.2" ? readOld(lines) : readNew(lines), scale);
}

class Lines {
  readonly lines: readonly string[];
  readonly path: string;

  constructor(text: string, path: string) {
    this.lines = text.replace(/^(\uFEFF|\u00EF\u00BB\u00BF)/, "").split(/\r\n|\n|\r/);
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
      if (end < 0)
        throw new InvalidInputError(
          `${this.path}, line ${line + 1}`,
          `$${opened}`,
          `begins a section that has no end: the file is cut short, or $End${opened} is missing`,
        );
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
    if (!(Number.isInteger(value) && value >= 0)) throw this.complain(line, "does not say how many lines follow");
    const rest = this.lines.length - line - 1;
    if (value > rest) throw this.complain(line, `counts ${value} lines, and ${rest} follow: the file is cut short, or the count is wrong`);
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

function readOld(lines: Lines): MshParts {
  let line = lines.section("Nodes");
  const count = lines.count(line, 0, 1);
  const parts = createParts();
  for (let index = 0; index < count; index += 1) {
    line += 1;
    const [tag, ...xyz] = lines.numbers(line, 4);
    addPlace(parts, tag, xyz, (expected) => lines.complain(line, expected));
  }
  lines.end(line + 1, "Nodes");
  line = lines.section("Elements");
  const elements = lines.count(line, 0, 1);
  for (let index = 0; index < elements; index += 1) {
    line += 1;
    const [, type, tags, ...rest] = lines.numbers(line, 3);
    const wanted = nodesOf(parts, type, (expected) => lines.complain(line, expected));
    if (wanted === 0) continue;
    if (!(Number.isInteger(tags) && tags >= 0 && rest.length === tags + wanted))
      throw lines.complain(line, `does not name ${wanted === 4 ? "four" : "ten"} nodes behind its tags`);
    parts.elements.push(rest.slice(tags));
  }
  lines.end(line + 1, "Elements");
  return parts;
}

function readNew(lines: Lines): MshParts {
  let line = lines.section("Nodes");
  const blocks = lines.count(line, 0, 4);
  const parts = createParts();
  for (let block = 0; block < blocks; block += 1) {
    line += 1;
    const count = lines.count(line, 3, 4);
    for (let index = 0; index < count; index += 1) {
      const [tag] = lines.numbers(line + 1 + index, 1);
      addPlace(parts, tag, lines.numbers(line + 1 + count + index, 3), (expected) => lines.complain(line + 1 + index, expected));
    }
    line += 2 * count;
  }
  lines.end(line + 1, "Nodes");
  line = lines.section("Elements");
  const groups = lines.count(line, 0, 4);
  for (let group = 0; group < groups; group += 1) {
    line += 1;
    const [, , type] = lines.numbers(line, 4);
    const count = lines.count(line, 3, 4);
    const wanted = nodesOf(parts, type, (expected) => lines.complain(line, expected));
    for (let index = 0; index < count; index += 1) {
      line += 1;
      if (wanted > 0) parts.elements.push(lines.numbers(line, wanted + 1).slice(1, wanted + 1));
    }
  }
  lines.end(line + 1, "Elements");
  return parts;
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
