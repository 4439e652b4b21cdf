/** `carom schema`: the JSON Schema of study files, for editors. */
import { studyJsonSchema } from "carom/study";
import { jsonText } from "../output/json-text.js";

export function schema(): void {
  process.stdout.write(`${jsonText(studyJsonSchema())}\n`);
}
