/** Files that somebody brings; what reads them is brought with the first. Throws an Error with a sentence for people. */
export async function bringing(files: readonly File[]): Promise<void> {
  const { openFiles } = await import("./open-file.js");
  return openFiles(files);
}
