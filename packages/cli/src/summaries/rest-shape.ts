/** A rest shape on a terminal, and its meshes for ParaView. */
import { softVtkFiles } from "carom/export";
import { writeMsh, writeVtu } from "carom/soft";
import type { RestShapeResult } from "carom/study";
import type { Files } from "../output/folder.js";
import type { TerminalKind } from "./kinds.js";
import { skinFiles } from "./skin.js";

export const restShape: TerminalKind<"rest-shape"> = { files: meshFiles, shapes: softVtkFiles, hint: ", or rest.vtu in ParaView" };

function meshFiles({ tetrahedra, observed, rest, displacement, flip, skin }: RestShapeResult): Files {
  const elements = Int32Array.from(tetrahedra.flat());
  const field = { nodes: { displacement: displacement.flat() } };
  const mesh = (nodes: readonly (readonly number[])[]) => ({ nodes: Float64Array.from(nodes.flat()), tetrahedra: elements });
  return {
    "rest.vtu": writeVtu(mesh(rest), field),
    "rest.msh": writeMsh(mesh(rest)),
    "observed.vtu": writeVtu(mesh(observed), field),
    ...(flip === undefined ? {} : { "turned-over.vtu": writeVtu(mesh(flip.fromRest.nodes)) }),
    ...(skin === undefined ? {} : skinFiles(skin.triangles, { observed: skin.observed, rest: skin.rest, "turned-over": skin.turnedOver })),
  };
}
