/** Lets the ball of calculix.ts sag; elements, layers, Poisson's ratio and where to write the displacements are the arguments. */
import { writeFileSync } from "node:fs";
import { ballMesh, baseNodes, bodyLoad, quadraticSolution, sag, solidOf } from "carom/soft";
import { BALL } from "./calculix.js";

const [, , element, divisions, poissonRatio, file] = process.argv;
const { youngModulus, density, gravity, radius, baseRadius } = BALL;
const mesh = ballMesh({ radius, divisions: Number(divisions), baseRadius });
const material = { youngModulus, poissonRatio: Number(poissonRatio) };
const stuck = baseNodes(mesh);

function onQuadraticElements(): Float64Array {
  const solid = solidOf(mesh, "quadratic");
  const load = bodyLoad(solid, (_x, _y, _z, out) => out.set([0, 0, -density * gravity]));
  return quadraticSolution(solid, material, load, stuck).displacement;
}

const displacement = element === "linear" ? sag({ mesh, stuck, material, density, gravity }).displacement : onQuadraticElements();
writeFileSync(file!, displacement);
