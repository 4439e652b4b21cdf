/** JSON as people write it: short lists and objects of numbers on one line. */
const LONGEST_LINE = 100;

export function jsonText(value: unknown, indent = ""): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const short = JSON.stringify(value).replace(/,/g, ", ");
  const isFlat = Array.isArray(value) && value.every((item) => typeof item !== "object" || item === null);
  if (isFlat && short.length + indent.length <= LONGEST_LINE) return short;
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    if (value.length === 0) return "[]";
    return `[\n${value.map((item) => inner + jsonText(item, inner)).join(",\n")}\n${indent}]`;
  }
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  if (entries.length === 0) return "{}";
  return `{\n${entries.map(([key, item]) => `${inner}${JSON.stringify(key)}: ${jsonText(item, inner)}`).join(",\n")}\n${indent}}`;
}
