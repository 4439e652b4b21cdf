import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { fontsPlugin } from "./build/fonts-plugin.js";
import { galleryPlugin } from "./build/gallery-plugin.js";
import { packPlugin } from "./build/pack-plugin.js";
import { pdfFontPlugin } from "./build/pdf-font/plugin.js";
import { policyPlugin } from "./build/policy-plugin.js";

/** As installed, so as bundled. */
function versionOf(name: string): string {
  const file = fileURLToPath(new URL(`../../node_modules/${name}/package.json`, import.meta.url));
  return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;
}

/** How long which step took is of no interest to those who build on a slow machine. */
const rolldownOptions = { checks: { bundlerTimings: false } };

export default defineConfig({
  base: "./",
  plugins: [react(), fontsPlugin(), pdfFontPlugin(), galleryPlugin(), policyPlugin(), packPlugin()],
  define: {
    __CAROM_VERSION__: JSON.stringify(versionOf("carom")),
    __RAPIER_VERSION__: JSON.stringify(versionOf("@dimforge/rapier3d-compat")),
    __CANNON_VERSION__: JSON.stringify(versionOf("cannon-es")),
  },
  worker: { format: "es", rolldownOptions },
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: { polyfill: false },
    // The policy allows no data: addresses.
    assetsInlineLimit: 0,
    // Rapier brings its WebAssembly as text; it is loaded when the engines are asked for.
    chunkSizeWarningLimit: 4500,
    // The page itself, and the one that others may put into theirs.
    rolldownOptions: { ...rolldownOptions, input: ["index.html", "embed.html"] },
  },
});
