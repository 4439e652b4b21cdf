/**
 * The examples and lessons as part of the lab: their files beside the page, `virtual:gallery`, what the home page shows of them at once,
 * `virtual:gallery/more`, what it shows on request, by question, and
 * `virtual:example/NAME`, one of them in the page itself.
 */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { galleryOf } from "./gallery.js";
import { lessonCards, lessonFiles, lessonIndex } from "./lessons.js";

const EXAMPLES = join(dirname(fileURLToPath(import.meta.url)), "../../../examples");
const GALLERY = "virtual:gallery";
/** What is shown on request: brought when it is asked for. */
const MORE = "virtual:gallery/more";
/** And the name of an example. */
const EXAMPLE = "virtual:example/";

function exampleFiles(): { readonly name: string; readonly text: string }[] {
  return readdirSync(EXAMPLES)
    .filter((file) => file.endsWith(".json"))
    .sort()
    .map((file) => ({ name: file.slice(0, -".json".length), text: readFileSync(join(EXAMPLES, file), "utf8") }));
}

export function galleryPlugin(): Plugin {
  return {
    name: "carom-gallery",
    resolveId: (id) => (id === GALLERY || id === MORE || id.startsWith(EXAMPLE) ? `\0${id}` : undefined),
    load: (id) => {
      if (id === `\0${GALLERY}`) {
        const groups = galleryOf(exampleFiles());
        const shown = groups.map(({ more, ...group }) => ({ ...group, more: more.length }));
        return `export const groups = ${JSON.stringify(shown)};\nexport const lessons = ${JSON.stringify(lessonCards(groups))};`;
      }
      if (id === `\0${MORE}`) {
        const rest = Object.fromEntries(galleryOf(exampleFiles()).map(({ question, more }) => [question, more]));
        return `export const more = ${JSON.stringify(rest)};`;
      }
      if (!id.startsWith(`\0${EXAMPLE}`)) return undefined;
      return `export const study = ${readFileSync(join(EXAMPLES, `${id.slice(EXAMPLE.length + 1)}.json`), "utf8")};`;
    },
    generateBundle() {
      for (const { name, text } of exampleFiles()) this.emitFile({ type: "asset", fileName: `examples/${name}.json`, source: text });
      for (const { name, text } of [...lessonFiles(), lessonIndex()])
        this.emitFile({ type: "asset", fileName: `lessons/${name}.json`, source: text });
    },
    configureServer(server) {
      for (const [folder, files] of [
        ["/examples", exampleFiles],
        ["/lessons", () => [...lessonFiles(), lessonIndex()]],
      ] as const)
        server.middlewares.use(folder, (request, response, next) => {
          const found = files().find(({ name }) => request.url === `/${name}.json`);
          if (found === undefined) next();
          else response.setHeader("Content-Type", "application/json").end(found.text);
        });
    },
  };
}
