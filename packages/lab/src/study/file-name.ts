/** A title as the name of a file. */
export function fileName(title: string): string {
  const plain = title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  return plain === "" ? "study" : plain.slice(0, 60);
}
