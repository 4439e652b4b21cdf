/** The library call that computes a study, as a file that runs. */
import type { Study } from "carom/study";
import { jsonText } from "./json-text.js";

export function asTypeScript(study: Study): string {
  const { published: _published, ...rest } = study;
  const kind = JSON.stringify(study.kind);
  return `import { kindNamed, parseStudy, runStudy } from "carom/study";

const study = parseStudy(${jsonText(rest)}, ${kind});

const result = runStudy(study);
console.log(kindNamed(${kind}).sentence(result), result);
`;
}
