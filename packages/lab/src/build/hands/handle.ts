/** A thing to take hold of in the picture: where it is, what it says, and what pulling or pressing arrows writes. */
import type { Vector3 } from "three";
import type { Touch } from "../scene/touch.js";
import type { Entity, World } from "../scene/world.js";
import type { Hit } from "../stage/eye.js";

/** What a gesture makes of the text, and the name of the snap that took hold. */
export interface Change {
  readonly text: string;
  /** Two words. */
  readonly word?: string;
}

/** Where the hand is, px, and which keys it holds. */
export interface Pointer {
  readonly x: number;
  readonly y: number;
  /** Without snaps and magnet. */
  readonly alt: boolean;
  readonly shift: boolean;
}

/** How the scene is looked at. */
export interface View {
  readonly right: Vector3;
  readonly up: Vector3;
  /** Towards who looks. */
  readonly back: Vector3;
  /** m, of a pixel at a place. */
  readonly pixel: (point: Vector3) => number;
  readonly project: (point: Vector3) => readonly [number, number];
  readonly onPlane: (x: number, y: number, point: Vector3, normal: Vector3) => Vector3 | undefined;
  readonly pick: (x: number, y: number, without?: string) => Hit | undefined;
}

/** What is taken hold of, as it was when the hand took it. */
export interface Grip {
  readonly text: string;
  readonly world: World;
  readonly entity: Entity;
  /** What it touches. */
  readonly touches: readonly Touch[];
  readonly view: View;
  readonly scales: Scales;
}

/** Of arrows and arcs; they stay as long as something is held. */
export interface Scales {
  /** m of arrow to 1 m/s. */
  readonly velocity: number;
  /** rad/s at an arc of a radian. */
  readonly spin: number;
}

export interface DrawnLine {
  readonly points: readonly Vector3[];
  readonly className: string;
}

export interface Handle {
  readonly id: string;
  /** For readers: `velocity of ball`. */
  readonly label: string;
  /** Its value in words. */
  readonly valueText: string;
  /** In the unit that is spoken. */
  readonly value: number;
  readonly at: Vector3;
  readonly lines: readonly DrawnLine[];
  /** Beside the knob: a strong word and a plain one. */
  readonly words?: readonly [string, string?];
  /** @param from where the hand took hold */
  drag(to: Pointer, from: Pointer): Change;
  /** Arrow keys: steps to the right and upwards. */
  nudge(right: number, up: number): Change;
}
