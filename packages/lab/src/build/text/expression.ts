/**
 * What somebody types into a field: a number, a sum or product, and a unit: `12 cm`, `30 deg`, `2 g`, `2*pi/3`, `-0.5`.
 *
 *     expression = product { ("+" | "-") product }
 *     product    = power { ("*" | "/") power }
 *     power      = ["-"] ( number | "pi" | "sqrt" "(" expression ")" | "(" expression ")" )
 */

/** SI units to one of these. */
const UNITS: Readonly<Record<Measure, Readonly<Record<string, number>>>> = {
  length: { m: 1, cm: 0.01, mm: 0.001, um: 1e-6, µm: 1e-6, km: 1000, in: 0.0254, ft: 0.3048 },
  mass: { kg: 1, g: 0.001, mg: 1e-6, t: 1000 },
  angle: { rad: 1, deg: Math.PI / 180, "°": Math.PI / 180, turn: 2 * Math.PI },
  speed: { "m/s": 1, "cm/s": 0.01, "mm/s": 0.001, "km/h": 1 / 3.6 },
  spin: { "rad/s": 1, "deg/s": Math.PI / 180, "°/s": Math.PI / 180, rpm: Math.PI / 30, "rev/s": 2 * Math.PI },
  acceleration: { "m/s2": 1, "m/s²": 1, "m/s^2": 1, g: 9.81 },
  density: { "kg/m3": 1, "kg/m³": 1, "kg/m^3": 1, "g/cm3": 1000, "g/cm³": 1000, "g/cm^3": 1000 },
  time: { s: 1, ms: 0.001 },
  effort: { "N m": 1, Nm: 1, N: 1 },
  share: { "%": 0.01 },
};

export type Measure = "length" | "mass" | "angle" | "speed" | "spin" | "acceleration" | "density" | "time" | "effort" | "share";

/** Or a sentence that says what is wrong. */
export type Typed = { readonly value: number } | { readonly message: string };

/** @param typed as somebody wrote it @param measure which units it may have */
export function numberTyped(typed: string, measure: Measure): Typed {
  const plain = typed
    .trim()
    .replaceAll("−", "-")
    .replace(/(\d),(\d)/g, "$1.$2");
  const units = Object.keys(UNITS[measure]).sort((a, b) => b.length - a.length);
  const unit = units.find((name) => plain.endsWith(name) && !/[a-z]/i.test(plain[plain.length - name.length - 1] ?? ""));
  const reader = { text: unit === undefined ? plain : plain.slice(0, plain.length - unit.length).trim(), at: 0 };
  if (reader.text === "") return { message: "type a number" };
  try {
    const value = sum(reader) * (unit === undefined ? 1 : UNITS[measure][unit]);
    if (reader.at < reader.text.length)
      return { message: `${reader.text.slice(reader.at)} is no unit here: ${units.slice(-3).join(", ")}` };
    return Number.isFinite(value) ? { value } : { message: `${typed} is not a finite number` };
  } catch (error) {
    return { message: (error as Error).message };
  }
}

interface Reader {
  readonly text: string;
  at: number;
}

function taken(reader: Reader, pattern: RegExp): string | undefined {
  const rest = reader.text.slice(reader.at);
  const found = pattern.exec(rest);
  if (found === null) return undefined;
  reader.at += found[0].length;
  return found[1];
}

function sum(reader: Reader): number {
  let value = product(reader);
  for (;;) {
    const sign = taken(reader, /^\s*([+-])/);
    if (sign === undefined) return value;
    value += (sign === "+" ? 1 : -1) * product(reader);
  }
}

function product(reader: Reader): number {
  let value = single(reader);
  for (;;) {
    const sign = taken(reader, /^\s*([*/])/);
    if (sign === undefined) return value;
    const next = single(reader);
    value = sign === "*" ? value * next : value / next;
  }
}

function single(reader: Reader): number {
  if (taken(reader, /^\s*(-)/) !== undefined) return -single(reader);
  const number = taken(reader, /^\s*((?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)/i);
  if (number !== undefined) return Number(number);
  if (taken(reader, /^\s*(pi|π)/i) !== undefined) return Math.PI;
  const opened = taken(reader, /^\s*(sqrt\s*\(|\()/i);
  if (opened === undefined) throw new Error(`${reader.text.slice(reader.at) || reader.text} is not a number`);
  const inner = sum(reader);
  if (taken(reader, /^\s*(\))/) === undefined) throw new Error("a bracket is not closed");
  return opened === "(" ? inner : Math.sqrt(inner);
}
