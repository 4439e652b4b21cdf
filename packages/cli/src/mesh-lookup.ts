/**
 * Where the mesh files of a robot are.
 *
 *     package://name/path, model://name/path     name/path in the URDF's folder and in the folders above it, up to eight; in those that are
 *                                                called name also path; and one level down in each. `--package name=folder` comes first
 *     file:///path, /path                        itself
 *     path                                       in the URDF's folder, then in those above it
 *
 * A robot's file may come from anybody. Only files that are called as meshes are, in the folders above and not through links that lead out
 * of them, are ever opened; the top folder of a disk is not one of them. `--inside folder` leaves that one and those in
 * it.
 */
import { readdirSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, extname, isAbsolute, join, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";

/** How many folders above the URDF are looked into. */
export const MOST_ABOVE = 8;
/** Folders in one folder that are looked into. */
const MOST_BESIDE = 1000;
const MESHES = [".stl", ".stla", ".stlb", ".obj", ".dae", ".ply", ".glb", ".gltf"];
/** Of files that robots include. */
export const ROBOTS = [".xml", ".mjcf", ".sdf"];

export interface MeshLookup {
  /** Path of the file, undefined where there is none. */
  find(name: string): string | undefined;
  /** Why a file was not found: the end of a sentence that begins with its name. */
  whyNot(name: string): string;
}

export interface LookupOptions {
  /** Folders by the names of packages, as `--package` gives them. */
  readonly packages?: ReadonlyMap<string, string>;
  /** How the names of files end that may be opened. Default: those of meshes. */
  readonly kinds?: readonly string[];
  /** How many folders above the file are looked into. Default: 8. */
  readonly above?: number;
  /** Nothing outside of this folder is opened, but for packages. Default: the farthest of those above. */
  readonly inside?: string;
}

export function meshLookup(urdf: string, options: LookupOptions = {}): MeshLookup {
  const { packages = new Map<string, string>(), kinds = MESHES, above = MOST_ABOVE, inside: limit } = options;
  const endings = new Set(kinds);
  const folders = foldersAbove(dirname(resolve(urdf)), above).filter((folder) => limit === undefined || isWithin(folder, limit));
  const beside = new Map<string, string[]>();
  const inside = (folder: string) => {
    const known = beside.get(folder) ?? foldersIn(folder);
    beside.set(folder, known);
    return known;
  };
  const allowed = [...folders, ...[...packages.values()].map((folder) => resolve(folder))];
  const open = (path: string) => [path, alike(path, endings)].find((one) => one !== undefined && isOf(one, allowed, endings));

  function find(name: string): string | undefined {
    const [, , packageName, path] = /^(package|model):\/\/\/?([^/]*)\/(.*)$/.exec(name) ?? [];
    if (packageName !== undefined && path !== undefined)
      // Some writers have blanks as %20.
      return inPackage(packageName, path) ?? (name.includes("%") ? inPackage(decoded(packageName), decoded(path)) : undefined);
    const plain = name.startsWith("file://") ? fromUrl(name) : name;
    if (isAbsolute(plain)) return open(plain);
    return firstOf(folders, (folder) => open(resolve(folder, plain)));
  }

  function inPackage(name: string, path: string): string | undefined {
    const given = packages.get(name);
    if (given !== undefined) return open(resolve(given, path));
    return (
      firstOf(folders, (folder) => open(join(folder, name, path)) ?? (basename(folder) === name ? open(join(folder, path)) : undefined)) ??
      firstOf(folders, (folder) => firstOf(inside(folder), (inner) => open(join(inner, name, path)))) ??
      // Of a mesh its own name is enough; every model of SDF is called model.sdf.
      (kinds === MESHES ? firstOf(folders, (folder) => open(join(folder, path))) : undefined)
    );
  }

  /** Where a name without a package may be. */
  const placesOf = (name: string) => {
    const plain = name.startsWith("file://") ? fromUrl(name) : name;
    return isAbsolute(plain) ? [plain] : folders.map((folder) => resolve(folder, plain));
  };

  // By the name alone, but for links in the folders: whether something is there that may not be opened is nobody's business.
  function whyNot(name: string): string {
    const isPackage = /^(package|model):\/\//.test(name);
    const what = kinds === MESHES ? "mesh" : "file";
    if (!endings.has(extname(name).toLowerCase()) && extname(name) !== "")
      return `is not called as a ${what} that is opened: ${[...endings].join(", ")}`;
    const places = isPackage ? [] : placesOf(name);
    const within = places.filter((path) => allowed.some((folder) => isBelow(resolve(path), folder)));
    if (!isPackage && (within.length === 0 || within.some((path) => leadsOut(path, allowed))))
      return "is outside of the folders that may be read: nothing there is opened";
    return `is a ${what} that was not found`;
  }
  return { find, whyNot };
}

/** A link in a folder to something that is not in it. */
function leadsOut(path: string, folders: readonly string[]): boolean {
  const real = realOf(path);
  return real !== undefined && !folders.some((folder) => isWithin(real, realOf(folder) ?? folder));
}

function realOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

/** Whether something is a folder or in it, by names and through links. */
function isWithin(path: string, folder: string): boolean {
  const [inner, outer] = [resolve(path), resolve(folder)].map((one) => realOf(one) ?? one);
  return isBelow(inner, outer);
}

/** By names alone. */
function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
}

function firstOf<T>(list: readonly T[], look: (one: T) => string | undefined): string | undefined {
  for (const one of list) {
    const found = look(one);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The folder itself and those above it, nearest first. */
function foldersAbove(folder: string, above: number): string[] {
  const folders: string[] = [];
  for (let at = folder; folders.length <= above && dirname(at) !== at; at = dirname(at)) folders.push(at);
  return folders.length === 0 ? [folder] : folders;
}

function foldersIn(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
      .slice(0, MOST_BESIDE)
      .map(({ name }) => join(folder, name));
  } catch {
    return [];
  }
}

/** The file of its folder whose name differs in capitals alone: people whose disks do not tell them apart write robots too. */
function alike(path: string, endings: ReadonlySet<string>): string | undefined {
  if (!endings.has(extname(path).toLowerCase())) return undefined;
  try {
    const name = basename(path).toLowerCase();
    const found = readdirSync(dirname(path)).find((entry) => entry.toLowerCase() === name);
    return found === undefined ? undefined : join(dirname(path), found);
  } catch {
    return undefined;
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function fromUrl(url: string): string {
  try {
    return fileURLToPath(url);
  } catch {
    // `file://meshes/a.stl`, which many write, has a host called meshes.
    return url.slice("file://".length);
  }
}

/** Whether there is a file of this name, called as it has to be, that is in one of the folders however it is reached. */
function isOf(path: string, folders: readonly string[], endings: ReadonlySet<string>): boolean {
  if (!endings.has(extname(path).toLowerCase()) || path.includes("\0")) return false;
  try {
    const real = realpathSync(path);
    if (!statSync(real).isFile() || !endings.has(extname(real).toLowerCase())) return false;
    return folders.some((folder) => real.startsWith(`${realpathSync(folder)}${sep}`));
  } catch {
    return false;
  }
}
