import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Plugin } from "vite";

/** Packed already, or not worth it. */
const NOT_PACKED = /\.(?:gz|woff2|png|webp|jpg)$/;
/** Smaller files fit into one packet as they are, bytes. */
const SMALL = 1400;

/** Packs what was built once, so that no server has to: `NAME.gz` beside every file. */
export function packPlugin(): Plugin {
  let folder = "";
  return {
    name: "carom-pack",
    apply: "build",
    configResolved: (config) => {
      folder = join(config.root, config.build.outDir);
    },
    closeBundle: () => {
      for (const name of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        if (!name.isFile() || NOT_PACKED.test(name.name)) continue;
        const path = join(name.parentPath, name.name);
        const content = readFileSync(path);
        if (content.length > SMALL) writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
      }
    },
  };
}
