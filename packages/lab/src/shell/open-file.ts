/** A file that somebody dropped or chose: read, checked, and opened in the view that is for it. */
import { LONGEST_FILE, queryFor, readStudy } from "../study/open-study.js";
import { viewFor } from "../views/registry.js";
import { go } from "./route.js";

/** Throws an Error with a sentence for people. */
export async function openFile(file: File): Promise<void> {
  if (file.size > LONGEST_FILE)
    throw new Error(`${file.name} has ${Math.round(file.size / 1e6)} MB; a study has at most ${LONGEST_FILE / 1e6} MB.`);
  const study = await readStudy(await file.text()).catch((error: Error) => {
    throw new Error(`${file.name}: ${error.message}`);
  });
  const view = viewFor(study);
  if (view === undefined)
    throw new Error(`${file.name}: the lab has no view for studies of kind ${study.kind} yet; carom run computes it.`);
  go({ path: view.path, query: await queryFor(study, file.name) });
}
