/** A parallel view of the body that can be turned: screen x to the right, y down, depth towards the viewer. */
export interface Gaze {
  /** About the vertical, rad. */
  readonly yaw: number;
  /** Above the table, rad. */
  readonly pitch: number;
}

export type Place = readonly [number, number, number];

export interface Projected {
  readonly x: number;
  readonly y: number;
  /** Towards the viewer, m. */
  readonly depth: number;
}

/** @param scale pixels per metre */
export function projection({ yaw, pitch }: Gaze, centre: Place, scale: number, [cx, cy]: readonly [number, number]) {
  const [cosYaw, sinYaw, cosPitch, sinPitch] = [Math.cos(yaw), Math.sin(yaw), Math.cos(pitch), Math.sin(pitch)];
  return ([px, py, pz]: Place): Projected => {
    const [x, y, z] = [px - centre[0], py - centre[1], pz - centre[2]];
    const right = x * cosYaw + y * sinYaw;
    const away = -x * sinYaw + y * cosYaw;
    return {
      x: cx + scale * right,
      y: cy - scale * (z * cosPitch + away * sinPitch),
      depth: z * sinPitch - away * cosPitch,
    };
  };
}

/** Level, straight across the line between the fingers, a little from above. */
export function gazeAcross(direction: Place): Gaze {
  return { yaw: Math.atan2(direction[1], direction[0]), pitch: 0.22 };
}
