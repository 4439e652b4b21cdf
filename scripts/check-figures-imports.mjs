// A room of packages/figures/src (impact, simulation, …) draws one kind of study. It may use draw/ and report/, which know no kind, and never another kind's room; report/ uses draw/, and draw/
// nothing.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const figures = join(root, "packages/figures/src");

/** The room of a file; undefined for those that stand outside all rooms (kinds.ts, index.ts, geometry.ts) and may use every one. */
function roomOf(file) {
  const parts = relative(figures, file).split(sep);
  return parts.length > 1 ? parts[0] : undefined;
}

/** The rooms that a room may use besides itself. */
function shared(room) {
  if (room === "draw") return [];
  return room === "report" ? ["draw"] : ["draw", "report"];
}

/** One complaint for each import that leaves its room for another than those. */
export function figureImportComplaints() {
  const files = readdirSync(figures, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
  return files.flatMap((name) => {
    const file = join(figures, name);
    const room = roomOf(file);
    if (room === undefined) return [];
    return [...readFileSync(file, "utf8").matchAll(/\bfrom\s+"(\.[^"]*)"|\bimport\(\s*"(\.[^"]*)"/g)].flatMap(([, from, dynamic]) => {
      const target = from ?? dynamic;
      const other = roomOf(resolve(dirname(file), target));
      return other === room || shared(room).includes(other) ? [] : [`${relative(root, file)}: ${room} must not import ${target}`];
    });
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const complaints = figureImportComplaints();
  for (const complaint of complaints) console.error(complaint);
  if (complaints.length > 0) process.exit(1);
  console.log("imports of figures: in order");
}
