import type { Plugin } from "vite";

/** Every browser that runs the lab reads woff2: the older forms of KaTeX's fonts are not shipped. */
export function fontsPlugin(): Plugin {
  return {
    name: "carom-fonts",
    enforce: "pre",
    transform: (code, id) => (/katex.*\.css/.test(id) ? code.replace(/,url\([^)]*\.(?:woff|ttf)\) format\("[^"]*"\)/g, "") : undefined),
  };
}
