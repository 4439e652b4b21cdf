/** A file that somebody dropped or chose: read, checked, and opened in the view that is for it. */
import { LONGEST_FILE, queryFor, readStudy } from "../study/open-study.js";
import { viewFor } from "../views/registry.js";
import { takerOf } from "./file-taker.js";
import { go } from "./route.js";

/** Files of a view that takes them, or else one study. Throws an Error with a sentence for people. */
export async function openFiles(files: readonly File[]): Promise<void> {
  const [first] = files;
  if (first === undefined) return;
  const taker = takerOf(files);
  if (taker === undefined) return openFile(first);
  for (const file of files) checkSize(file);
  return taker.take(files);
}

/** Throws an Error with a sentence for people. */
export async function openFile(file: File): Promise<void> {
  checkSize(file);
  if (/\.(msh|obj)$/i.test(file.name))
    throw new Error(`${file.name} is a mesh, not a study: open a study of a soft body (kind pickup or rest-shape), then drop it there.`);
  const study = await readStudy(await file.text()).catch((error: Error) => {
    throw new Error(`${file.name}: ${error.message}`);
  });
  const view = viewFor(study);
  if (view === undefined)
    throw new Error(`${file.name}: the lab has no view for studies of kind ${study.kind} yet; carom run computes it.`);
  go({ path: view.path, query: await queryFor(study, file.name) });
}

function checkSize({ name, size }: File): void {
  if (size > LONGEST_FILE) throw new Error(`${name} has ${Math.round(size / 1e6)} MB; a file has at most ${LONGEST_FILE / 1e6} MB here.`);
}
