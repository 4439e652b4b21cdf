/**
 * Carom: what happens when bodies hit each other.
 *
 * The parts are also importable by themselves: carom/mechanics, carom/impact, carom/simulation, carom/clatter, carom/batting, carom/elastic-rod, carom/force, carom/study; carom/math
 * and carom/soft only so.
 */

export * from "./batting/index.js";
export * from "./clatter/index.js";
export * from "./elastic-rod/index.js";
export { InvalidInputError, SolverError } from "./errors.js";
export * from "./force/index.js";
export * from "./impact/index.js";
export * from "./mechanics/index.js";
export * from "./simulation/index.js";
export * from "./study/index.js";
