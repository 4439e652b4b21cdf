/** Spoiled robots read by the command; COUNT of each format and SEED are arguments, `npm run stress` starts it. Exits with 1 on failure. */
import { importSpoiled } from "./outside.testing.js";

const [count, seed] = process.argv.slice(2).map(Number);
const { read, refused, failures } = await importSpoiled(count, 1_000_000 * seed);
for (const failure of failures.slice(0, 5)) console.log(failure);
console.log(`${read} read, ${refused} refused in words, ${failures.length} failures`);
process.exitCode = failures.length > 0 ? 1 : 0;
