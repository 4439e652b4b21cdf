/**
 * Numbers of an engine's contacts that Carom has no place for: stiffness, damping, what is let overlap. In a study each stands where a
 * contact of Carom has a positive number that neither the default law nor any engine reads.
 */

/** One of them, and the range it is looked for in, by its logarithm. */
export interface TouchNumber {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  /** What tables have in which it is not free. */
  readonly usual: number;
}

const CARRIERS = ["stiffness", "stiffnessRatio", "weight"] as const;

type Carried = Readonly<Partial<Record<(typeof CARRIERS)[number], number>>>;

/** An engine's numbers as a contact carries them. */
export function touchOf(numbers: readonly TouchNumber[], contact: Carried | undefined): number[] {
  return numbers.map(({ usual }, i) => contact?.[CARRIERS[i]!] ?? usual);
}

interface Fit {
  readonly study: Readonly<Record<string, unknown>>;
  readonly base: Readonly<Record<string, unknown>>;
}

/** A study of friction and restitution with an engine's own numbers free, too, also where both are fitted once more. */
export function withTouch({ study, base }: Fit, numbers: readonly TouchNumber[]): Record<string, unknown> {
  const [contact, ...others] = base.contacts as readonly object[];
  const polish = study.polish as { readonly paths: readonly string[] } | undefined;
  const paths = numbers.map((_, i) => `contacts[0].${CARRIERS[i]}`);
  const free = numbers.map(({ name, from, to }, i) => ({ path: paths[i], name, from, to, scale: "log" }));
  return {
    ...study,
    base: { ...base, contacts: [{ ...contact, ...Object.fromEntries(numbers.map(({ usual }, i) => [CARRIERS[i], usual])) }, ...others] },
    parameters: [...(study.parameters as readonly object[]), ...free],
    ...(polish === undefined ? {} : { polish: { ...polish, paths: [...polish.paths, ...paths] } }),
  };
}
