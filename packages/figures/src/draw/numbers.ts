/**
 * Numbers as people read them: minus sign U+2212, a thin space before units and per cent, and only the digits that matter.
 */
const MINUS = "\u2212";
const THIN_SPACE = "\u2009";
const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** `value` to so many significant digits, without an exponent where a person would not write one. */
export function significant(value: number, digits = 3): string {
  if (value === 0) return "0";
  if (!Number.isFinite(value)) return value > 0 ? "∞" : value < 0 ? `${MINUS}∞` : "unknown";
  const [mantissa, power] = value.toExponential(digits - 1).split("e") as [string, string];
  const exponent = Number(power);
  if (exponent < -4 || exponent > 6) return signed(`${mantissa}${THIN_SPACE}×${THIN_SPACE}10${superscript(exponent)}`);
  return signed(exponent >= digits ? value.toFixed(0) : Number(`${mantissa}e${power}`).toFixed(digits - 1 - exponent));
}

/** What is lost in the largest of these numbers reads zero: the same values, with rounding taken out. */
export function withoutRounding(values: readonly number[]): number[] {
  const least = 1e-10 * values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return values.map((value) => (Math.abs(value) <= least ? 0 : value));
}

/** `value` with so many decimals. */
export function fixed(value: number, decimals: number): string {
  const text = value.toFixed(decimals);
  return signed(Number(text) === 0 ? text.replace("-", "") : text);
}

/** The shortest text of a tick: 0.05, 0.1, 2. */
export function tickText(value: number, step: number): string {
  if (value === 0) return "0";
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  return decimals > 5 || Math.abs(value) >= 1e6 ? significant(value, 2) : fixed(value, decimals);
}

export function withUnit(value: number, unit: string, digits = 3): string {
  return `${significant(value, digits)}${THIN_SPACE}${unit}`;
}

/** A unit as it is printed: `N s` with a thin space, `m^3` with the power raised. */
export function unitText(unit: string): string {
  return unit.replaceAll(" ", THIN_SPACE).replace(/\^(\d)/g, (_, power: string) => SUPERSCRIPTS[Number(power)]);
}

/** A number of SI in another unit, of which `perSi` make one. */
export function inUnit(value: number, { name, perSi }: { readonly name: string; readonly perSi: number }, digits = 3): string {
  return withUnit(value * perSi, unitText(name), digits);
}

/** A fraction in per cent with one decimal. */
export function percent(fraction: number): string {
  const hundred = 100 * fraction;
  const text = Math.abs(hundred) >= 1e5 ? significant(hundred) : fixed(hundred, 1);
  return `${text}${THIN_SPACE}%`;
}

const PREFIXES: readonly (readonly [number, string])[] = [
  [1e12, "T"],
  [1e9, "G"],
  [1e6, "M"],
  [1e3, "k"],
  [1, ""],
  [1e-3, "m"],
  [1e-6, "µ"],
  [1e-9, "n"],
];

/** An energy with the prefix that keeps it between 1 and 1000. */
export function energyText(value: number): string {
  const size = Math.abs(value);
  const prefix = PREFIXES.find(([factor]) => size >= 0.9995 * factor);
  return prefix === undefined ? withUnit(value, "J") : withUnit(value / prefix[0], `${prefix[1]}J`);
}

/** An angle given in radians, in degrees. */
export function degrees(angle: number): string {
  return `${fixed((180 / Math.PI) * angle, 1)}°`;
}

/** 1, 2 or 5 times a power of ten, the smallest that divides `span` into at most `count` parts. */
export function niceStep(span: number, count: number): number {
  const least = span / count;
  const power = 10 ** Math.floor(Math.log10(least));
  return power * ([1, 2, 5, 10].find((factor) => factor * power >= least * (1 - 1e-9)) ?? 10);
}

/** Multiples of a nice step inside [from, to]. */
export function niceTicks(from: number, to: number, count: number): { readonly step: number; readonly values: readonly number[] } {
  if (!(to > from)) return { step: 1, values: [from] };
  const step = niceStep(to - from, count);
  const values: number[] = [];
  for (let i = Math.ceil(from / step - 1e-9); i <= Math.floor(to / step + 1e-9); i++) values.push(i === 0 ? 0 : i * step);
  return { step, values };
}

function signed(text: string): string {
  return text.replace(/^-/, MINUS);
}

function superscript(exponent: number): string {
  return String(exponent)
    .replace(/-/, "⁻")
    .replace(/\d/g, (digit) => SUPERSCRIPTS[Number(digit)]);
}
