/**
 * Distances and contacts of shapes: nearest points, touching features, times of the first touch.
 */
export type { ClosestPoints } from "./closest-points.js";
export { closestPoints, gapBetween } from "./closest-points.js";
export type { FoundContact, PlacedBody } from "./contacts-of.js";
export { contactsOf, convexParts, distanceFromBody } from "./contacts-of.js";
export type { Pose } from "./finder.js";
export type { FirstTouch, MovingShape } from "./first-touch.js";
export { firstTouch } from "./first-touch.js";
export type { GroundShape, GroundSurface, HeightField } from "./ground/ground-shape.js";
export { groundTriangles, isGroundShape } from "./ground/ground-shape.js";
export type { MeshFile } from "./mesh-files/mesh-file.js";
export type { MeshPartsOptions } from "./mesh-files/mesh-parts.js";
export { meshParts } from "./mesh-files/mesh-parts.js";
export type { SolidMeshOptions } from "./mesh-files/solid-mesh.js";
export { solidMesh } from "./mesh-files/solid-mesh.js";
export type { ConvexPartsOptions } from "./mesh-parts/convex-parts.js";
export type { PieceKind } from "./pieces.js";
export type { ConvexShape, GeometricShape, PlacedShape, PlaneShape } from "./shapes.js";
export type { PieceName } from "./support-set.js";
export type { TouchingFeature, TouchingFeatures, TouchingOptions } from "./touching-features.js";
export { touchingFeatures } from "./touching-features.js";
