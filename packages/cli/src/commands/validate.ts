/** `carom validate`: every file is checked, also after one that is wrong. */
import { isGroundShape } from "carom/geometry";
import type { MeshSolid, Shape } from "carom/mechanics";
import { checkStudy, type Study } from "carom/study";
import { BAD_INPUT, CommandFailure, DONE, report, within } from "../failure.js";
import { readStudy } from "../study-file.js";

/** Returns the exit code. */
export async function validate(files: readonly string[]): Promise<number> {
  let exitCode = DONE;
  for (const file of files) {
    try {
      const study = await readStudy(file);
      await within(file, () => checkStudy(study));
      process.stdout.write(`${file}: in order (${study.title})\n`);
      for (const line of meshLines(study)) process.stdout.write(`${file}: ${line}\n`);
    } catch (error) {
      const code = report(error);
      if (!(error instanceof CommandFailure)) return code;
      exitCode = BAD_INPUT;
    }
  }
  return exitCode;
}

/** How well what touches stands for the meshes of a simulation. */
function meshLines(study: Study): string[] {
  if (study.kind !== "simulation") return [];
  const lines: string[] = [];
  const tell = (shape: Shape, path: string): void => {
    const solid = shape.type === "mesh" || shape.type === "compound" ? shape.solid : undefined;
    if (solid !== undefined) lines.push(`${path}: ${shape.type === "compound" ? partsLine(shape.parts.length, solid) : hullLine(solid)}`);
    else if (shape.type === "compound") for (const [i, part] of shape.parts.entries()) tell(part.shape, `${path}.parts[${i}].shape`);
  };
  for (const [name, body] of Object.entries(study.bodies)) {
    if ("shape" in body && body.shape !== undefined) tell(body.shape, `bodies.${name}.shape`);
    if ("fixed" in body && !isGroundShape(body.fixed)) tell(body.fixed, `bodies.${name}.fixed`);
  }
  return lines;
}

function hullLine({ volume, outside }: MeshSolid): string {
  return `a mesh of ${volume.toPrecision(4)} m^3 touches by its hull, and reaches at most ${metres(outside)} m outside of it`;
}

function partsLine(count: number, { volume, touching = volume, beyond = 0, outside }: MeshSolid): string {
  const more = ((100 * (touching - volume)) / volume).toFixed(2).replace("-0.00", "0.00");
  return (
    `a mesh of ${volume.toPrecision(4)} m^3 touches by ${count} convex parts, which have ${more} % more volume, reach at most ` +
    `${metres(beyond)} m outside of it, and leave at most ${metres(outside)} m of it outside`
  );
}

function metres(value: number): string {
  return String(Number(value.toPrecision(2)));
}
