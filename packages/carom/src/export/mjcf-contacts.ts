/**
 * What may touch in a scene, as MJCF.
 *
 *     contacts      pairs of shapes, one for every two parts of the two bodies, which MuJoCo lets touch whatever else is said
 *     material      every shape has its friction and touches what it meets; what joints and loops join is excluded by name, since MuJoCo
 *                   lets a body touch the ground that it hangs on
 *     none          no two shapes of the scene touch (`conaffinity` 0); what somebody adds to the file touches them all the same
 *
 * Friction 0 is a contact of one dimension: MuJoCo lifts smaller numbers to its least. It has no restitution, and one friction for what
 * sticks and what slips: these are told.
 */
import type { PairMaterial } from "../mechanics/restitution.js";
import { joinedPairs } from "../simulation/scene/pairs.js";
import type { Scene } from "../simulation/scene/scene.js";
import { escaped } from "../simulation/scene/written.js";
import type { LeftOut } from "./left-out.js";

/** Names of shapes, by which pairs know them. */
export interface GeomNames {
  /** A new one for a shape of a body. */
  next(body: string): string;
  /** Of the shapes of a body so far. */
  of(body: string): readonly string[];
}

/** The first shape of a body is called as the body is, others by their numbers. */
export function createGeomNames({ bodies }: Pick<Scene, "bodies">): GeomNames {
  const taken = new Set(Object.keys(bodies));
  const names = new Map<string, string[]>();
  return {
    next: (body) => {
      const own = names.get(body) ?? [];
      let name = own.length === 0 ? body : `${body} ${own.length + 1}`;
      while (name !== body && taken.has(name)) name += "'";
      taken.add(name);
      names.set(body, [...own, name]);
      return name;
    },
    of: (body) => names.get(body) ?? [],
  };
}

/** What every shape of a file has. */
export function defaultsOf({ material }: Pick<Scene, "material">): string[] {
  const geom = material === undefined ? 'conaffinity="0"' : frictionText(material, 1);
  return ["  <default>", `    <geom ${geom}/>`, "  </default>"];
}

/** The pairs and excludes of a scene whose shapes have names. */
export function contactText(scene: Scene, names: GeomNames): string[] {
  const { contacts = [], material, bodies } = scene;
  const hasShape = (name: string) => Object.hasOwn(bodies, name) && ("fixed" in bodies[name] || "shape" in bodies[name]);
  const pairs = contacts.flatMap(({ between: [first, second], ...own }) =>
    names
      .of(first)
      .flatMap((a) => names.of(second).map((b) => `<pair geom1="${escaped(a)}" geom2="${escaped(b)}" ${frictionText(own, 2)}/>`)),
  );
  const joined = material === undefined ? [] : joinedPairs(scene).filter((pair) => pair.every(hasShape));
  const excludes = joined.map(([first, second]) => `<exclude body1="${escaped(first)}" body2="${escaped(second)}"/>`);
  const lines = [...pairs, ...excludes].map((line) => `    ${line}`);
  return lines.length === 0 ? [] : ["  <contact>", ...lines, "  </contact>"];
}

const frictionText = ({ friction }: Pick<PairMaterial, "friction">, directions: number) =>
  friction === 0 ? 'condim="1"' : `friction="${Array.from({ length: directions }, () => friction).join(" ")}"`;

/** What MJCF cannot say of pairs. */
export function tellPairs({ contacts = [], material }: Pick<Scene, "contacts" | "material">, { tell }: LeftOut): void {
  const materials: readonly PairMaterial[] = material === undefined ? contacts : [...contacts, material];
  if (materials.some(({ restitution }) => restitution !== 0)) tell("restitution is left out: MuJoCo has none", "contacts");
  if (materials.some(({ friction, staticFriction = friction }) => staticFriction !== friction))
    tell("static friction is left out: what sticks is held by as much as slides", "contacts");
  if (
    materials.some(({ stiffnessRatio, stiffness, exponent, weight }) => (stiffnessRatio ?? stiffness ?? exponent ?? weight) !== undefined)
  )
    tell("how they yield is left out", "contacts");
}
