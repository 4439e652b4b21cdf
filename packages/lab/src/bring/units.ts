/** Units a mesh may be in: metres to one of them. */
export const MESH_UNITS = { m: 1, cm: 0.01, mm: 0.001 } as const;
export type MeshUnit = keyof typeof MESH_UNITS;
