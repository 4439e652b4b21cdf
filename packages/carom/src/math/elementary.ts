/**
 * Elementary functions that give the same bits in every JavaScript engine.
 *
 * ECMAScript leaves the last bits of its sine, exponential, logarithm and the like to the engine, and engines differ. These are made of + -
 * * / and sqrt, which IEEE 754 fixes to the bit, and of exact scalings by powers of two. Errors are below one unit in the last place of the
 * result over the whole range of doubles (elementary.test.ts measures them against whole-number arithmetic). NaN, infinities and
 * signed zeros go in and come out as ECMAScript says. Nothing is allocated.
 */
export { cosh, exp, expm1, sinh, tanh } from "./elementary/exponential.js";
export { acos, asin, atan, atan2 } from "./elementary/inverse-trigonometric.js";
export { log, log1p, pow } from "./elementary/logarithm.js";
export { cbrt, hypot } from "./elementary/roots.js";
export { cos, sin, tan } from "./elementary/trigonometric.js";
