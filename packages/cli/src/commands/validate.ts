/** `carom validate`: every file is checked, also after one that is wrong. */
import { checkStudy } from "carom/study";
import { BAD_INPUT, CommandFailure, DONE, report, within } from "../failure.js";
import { readStudy } from "../study-file.js";

/** Returns the exit code. */
export async function validate(files: readonly string[]): Promise<number> {
  let exitCode = DONE;
  for (const file of files) {
    try {
      const study = await readStudy(file);
      await within(file, () => checkStudy(study));
      process.stdout.write(`${file}: in order (${study.title})\n`);
    } catch (error) {
      const code = report(error);
      if (!(error instanceof CommandFailure)) return code;
      exitCode = BAD_INPUT;
    }
  }
  return exitCode;
}
