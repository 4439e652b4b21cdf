#!/usr/bin/env node
// The bundle starts sooner than the modules it is made of. In a clone it may be older than they are, after tsc -b alone: then they run.
import { statSync } from "node:fs";

const time = (file) => statSync(new URL(file, import.meta.url), { throwIfNoEntry: false })?.mtimeMs ?? 0;
const modules = Math.max(...["..", "../../figures", "../../carom"].map((part) => time(`${part}/dist/.tsbuildinfo`)));
const bundle = time("../bundle/main.js");

await import(bundle > 0 && bundle >= modules ? "../bundle/main.js" : "../dist/main.js");
