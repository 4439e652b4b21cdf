import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { fontsPlugin } from "./build/fonts-plugin.js";
import { galleryPlugin } from "./build/gallery-plugin.js";
import { policyPlugin } from "./build/policy-plugin.js";

export default defineConfig({
  base: "./",
  plugins: [react(), fontsPlugin(), galleryPlugin(), policyPlugin()],
  worker: { format: "es" },
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: { polyfill: false },
    // The policy allows no data: addresses.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 2500,
  },
});
