/** Runs one of the dense scenes, named in the first argument, by all engines, and prints what was measured (dense.ts). */
import { measureScene } from "./dense.js";
import { DENSE_SCENES } from "./dense-scenes.js";

const [, , name] = process.argv;
const rows = await Promise.all(DENSE_SCENES.filter((scene) => scene.name === name).map(measureScene));
process.stdout.write(JSON.stringify(rows.flat()));
