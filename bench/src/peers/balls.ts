/**
 * Balls in an engine's world, with or without a floor: what the engines are asked to build for every scene of equal balls.
 */

type Triple = readonly [number, number, number];

export interface Ball {
  /** m. */
  readonly position: Triple;
  /** m/s. */
  readonly velocity: Triple;
  /** rad/s. Default: none. */
  readonly spin?: Triple;
}

export interface BallsRun {
  readonly balls: readonly Ball[];
  /** m and kg, of every ball. */
  readonly radius: number;
  readonly mass: number;
  readonly friction: number;
  readonly restitution: number;
  /** m/s^2, downwards. */
  readonly gravity: number;
  /** A plane at height 0, wide enough. */
  readonly floor: boolean;
  /** Seconds. */
  readonly timeStep: number;
}

/** An engine's world of balls. */
export interface BallsWorld {
  step(): void;
  positions(): Triple[];
  velocities(): Triple[];
  spins(): Triple[];
  free(): void;
}

/** An engine with its settings, ready to build. */
export interface BallsEngine {
  readonly engine: string;
  readonly version: string;
  readonly settings: string;
  /** Everything that was set, as one sentence. */
  readonly configuration: string;
  readonly build: (run: BallsRun) => BallsWorld;
}

/** Half the width of the floor where an engine has no planes, m. */
export const FLOOR_HALF_WIDTH = 100;
