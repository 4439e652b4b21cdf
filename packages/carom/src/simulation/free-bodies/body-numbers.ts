/** Coordinates (centre of mass, quaternion) and speeds (velocity, angular velocity) of one free body. */
export const BODY_COORDINATES = 7;
export const BODY_SPEEDS = 6;
