/** What counts as zero, in units of the largest approach speed (see system.ts) unless said otherwise. */

/** An open contact approached slower than this does not push: over an impact the rounding of velocities comes near it. */
export const APPROACHED = 1e-13;
/** The same for a gap that has closed, in units of the depth of a contact. */
export const TOUCHING = 1e-13;
/** A restituting contact must be approached faster than this to be compressed again, so that rounding cannot make it lose energy twice. */
export const TURNED = 1e-12;
/** Events whose margins are within this of zero happen together. */
export const TOGETHER = 1e-13;
/** The impact is over when no contact pushes and none is approached faster than this. */
export const ENDED = 1e-10;
/**
 * A contact at rest is not asked whether its friction holds it before it has pushed this much, in units of what would stop the fastest
 * approach: until then it has none. Also the least force that counts for its friction comes from this.
 */
export const IDLE_IMPULSE = 1e-14;
/**
 * But a slip this many times above its rounding says at once that it slides: a contact that closes slowly, on the far side of a cluster,
 * has pushed far more than that before it is as deep. Less would be the error of interpolation, which has no direction.
 */
export const CLEARLY_SLIPS = 1e3;
/** A slip below this that gets slower goes straight until it stops. */
export const NEARLY_STOPPED = 1e-11;
