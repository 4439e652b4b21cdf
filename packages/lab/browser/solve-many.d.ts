/** Every number of problems of every family, solved by two methods of the library at `base`. */
export function solveMany(base: string, count: number): Promise<number[][]>;
/** The elementary functions of the library at `base`, over a wide range of arguments. */
export function evaluateMany(base: string): Promise<number[]>;
/** The hashes of the thousand results of all families, by the library at `base`. */
export function hashMany(base: string): Promise<Record<string, string>>;
/** A run of the library at `base` in which some bodies step while others go by events. */
export function simulateBoth(base: string): Promise<{
  stepped: { bodies: string[] }[];
  coordinates: number[];
  speeds: number[];
}>;
/** Derivatives of an impact and of a run, by the library at `base`. */
export function differentiateMany(base: string): Promise<{ impacts: number[]; run: number[][] }>;
