/**
 * What shapes are like where they touch, and what follows for two of them.
 *
 *     bits         two shapes touch where `type` of one and `affinity` of the other have a bit in common; without bits they do
 *     greater      of MJCF: of two priorities the greater one's friction counts alone, of the same the greater friction; contacts of one
 *                  dimension have none, unless the other shape has more dimensions
 *     lesser       of SDF, as its programs have it: the lesser friction
 *
 * Source: MuJoCo documentation, Computation, contact parameters; SDFormat specification, collision/surface.
 */

/** Bits of a shape that touches. */
export interface ContactBits {
  /** What it is. */
  readonly type: number;
  /** What it touches. */
  readonly affinity: number;
}

/** What a link is like where it touches, as far as its file says. */
export interface LinkMaterial {
  /** Of `mu` or `mu1` of Gazebo, `lateral_friction` of Bullet, `friction` of MuJoCo. */
  readonly friction?: number;
  /** Of Bullet. */
  readonly restitution?: number;
  /** Absent: it touches whatever there is. */
  readonly bits?: ContactBits;
  /** Of MuJoCo: the greater counts alone. Default: 0. */
  readonly priority?: number;
  /** Of MuJoCo: of one dimension, without friction. */
  readonly isSmooth?: true;
}

/** How the friction of two shapes follows from theirs. */
export type FrictionRule = "greater" | "lesser";

/** Whether the bits of two shapes let them touch. */
export function bitsTouch({ bits: first }: LinkMaterial, { bits: second }: LinkMaterial): boolean {
  if (first === undefined || second === undefined) return true;
  return (first.type & second.affinity) !== 0 || (second.type & first.affinity) !== 0;
}

/** @param otherwise of what does not say it */
export function frictionBetween(rule: FrictionRule, first: LinkMaterial, second: LinkMaterial, otherwise: number): number {
  if (rule === "lesser") return Math.min(first.friction ?? otherwise, second.friction ?? otherwise);
  const [a, b] = [first.priority ?? 0, second.priority ?? 0];
  if (a !== b) return frictionOf(a > b ? first : second, otherwise);
  if (first.isSmooth && second.isSmooth) return 0;
  return Math.max(first.friction ?? otherwise, second.friction ?? otherwise);
}

/** On something that has no material of its own. */
export function frictionOf({ friction, isSmooth }: LinkMaterial, otherwise: number): number {
  return isSmooth ? 0 : (friction ?? otherwise);
}

/** What a shape is like, and what it is taken apart from others by. */
export interface Skin {
  readonly material: LinkMaterial;
  /** Shapes of one body with different ones become surfaces of their own. Default: none. */
  readonly tag?: string;
  /** Of the shape. */
  readonly name?: string;
}

/** Equal for shapes that touch alike. */
export function skinKey({ material, tag = "" }: Skin): string {
  const { friction, restitution, bits, priority, isSmooth } = material;
  return JSON.stringify([friction, restitution, bits?.type, bits?.affinity, priority, isSmooth, tag]);
}
