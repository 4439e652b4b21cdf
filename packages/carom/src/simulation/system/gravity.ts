/** m/s^2, world axes, where nobody says another. */
import type { Vec3 } from "../../math/vec3.js";

export const GRAVITY: Vec3 = [0, 0, -9.81];
