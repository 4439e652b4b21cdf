/**
 * JSON for programs that people may also look at: objects are indented, lists of numbers stay on one line.
 */
export function jsonText(value: unknown, indent = ""): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    if (value.every((item) => typeof item !== "object" || item === null))
      return `[${value.map((item) => JSON.stringify(item)).join(", ")}]`;
    return `[\n${value.map((item) => `${inner}${jsonText(item, inner)}`).join(",\n")}\n${indent}]`;
  }
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  if (entries.length === 0) return "{}";
  return `{\n${entries.map(([name, item]) => `${inner}${JSON.stringify(name)}: ${jsonText(item, inner)}`).join(",\n")}\n${indent}}`;
}
