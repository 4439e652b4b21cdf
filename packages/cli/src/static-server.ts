/**
 * A folder of files over HTTP, for this machine only: it listens on the loopback address, answers GET and HEAD, and serves nothing outside
 * the folder. Files that the build has packed beside themselves (`NAME.gz`) are sent packed to those who take them so.
 */
import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { extname, resolve, sep } from "node:path";
import { CommandFailure, NOT_COMPUTED } from "./failure.js";

export const ADDRESS = "127.0.0.1";
/** How many ports are tried before giving up. */
const ATTEMPTS = 100;

/** Of a page that has none of its own. */
const OWN_FILES_ONLY = "default-src 'self'";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".map": "application/json; charset=utf-8",
  ".webmanifest": "application/manifest+json; charset=utf-8",
  ".svg": "image/svg+xml; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".md": "text/markdown; charset=utf-8",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".webp": "image/webp",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".wasm": "application/wasm",
};

/** Serves the folder from the first free port at or above `port`. */
export async function serveFolder(folder: string, port: number): Promise<{ readonly server: Server; readonly port: number }> {
  const policy = await policyOf(folder);
  for (let tried = port; tried < Math.min(port + ATTEMPTS, 65_536); tried++) {
    const server = await listen(folder, policy, tried);
    if (server !== undefined) return { server, port: tried };
  }
  throw new CommandFailure(`no free port from ${port} on`, NOT_COMPUTED);
}

/** The one page that anybody may put into a frame; it shows a study and has nothing to press that does harm. */
const FRAMED = /[\\/]embed\.html$/;

/** What the page's meta tag says it may load and run, for every file. */
async function policyOf(folder: string): Promise<string> {
  const page = await readFile(resolve(folder, "index.html"), "utf8").catch(() => "");
  const own = /<meta http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1].replaceAll("&#39;", "'");
  return own ?? OWN_FILES_ONLY;
}

/** Undefined where the port is taken or not ours to use. */
function listen(folder: string, policy: string, port: number): Promise<Server | undefined> {
  return new Promise((done, fail) => {
    const server = createServer((request, response) => {
      answer(folder, policy, request, response).catch(() => response.destroy());
    });
    server.once("error", (error: NodeJS.ErrnoException) =>
      error.code === "EADDRINUSE" || error.code === "EACCES" ? done(undefined) : fail(error),
    );
    server.listen(port, ADDRESS, () => done(server));
  });
}

async function answer(folder: string, policy: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== "GET" && request.method !== "HEAD") return refuse(response, 405, "only GET and HEAD");
  const file = await fileFor(folder, request.url ?? "/");
  if (file === undefined) return refuse(response, 404, "not found");
  const packed = takesPacked(request) ? await fileAt(`${file.path}.gz`) : undefined;
  const sent = packed ?? file;
  const headers = {
    ETag: `"${sent.size.toString(36)}-${Math.round(sent.changed).toString(36)}"`,
    "Cache-Control": HASHED.test(file.path) ? "public, max-age=31536000, immutable" : "no-cache",
    Vary: "Accept-Encoding",
    "X-Content-Type-Options": "nosniff",
    // Who may frame it is what a meta tag cannot say.
    "Content-Security-Policy": `${policy}; frame-ancestors ${FRAMED.test(file.path) ? "*" : "'none'"}`,
    "Referrer-Policy": "no-referrer",
  };
  if (request.headers["if-none-match"] === headers.ETag) {
    response.writeHead(304, headers).end();
    return;
  }
  response.writeHead(200, {
    "Content-Type": TYPES[extname(file.path)] ?? "application/octet-stream",
    "Content-Length": sent.size,
    ...(packed === undefined ? {} : { "Content-Encoding": "gzip" }),
    ...headers,
  });
  if (request.method === "HEAD") {
    response.end();
    return;
  }
  createReadStream(sent.path)
    .on("error", () => response.destroy())
    .pipe(response);
}

/** Names that hold a hash of what is in the file: another content has another name. */
const HASHED = /[\\/]assets[\\/].+-[\w-]{8}\.\w+$/;

function takesPacked(request: IncomingMessage): boolean {
  return /\bgzip\b/.test(String(request.headers["accept-encoding"] ?? ""));
}

function refuse(response: ServerResponse, status: number, reason: string): void {
  response.writeHead(status, { "Content-Type": "text/plain; charset=utf-8" });
  response.end(`${reason}\n`);
}

interface ServedFile {
  readonly path: string;
  /** bytes. */
  readonly size: number;
  /** ms since 1970. */
  readonly changed: number;
}

/** The file an address stands for, if it is one inside the folder. */
async function fileFor(folder: string, address: string): Promise<ServedFile | undefined> {
  const root = resolve(folder);
  const name = decoded(address.split(/[?#]/)[0]!);
  if (name === undefined || name.includes("\0")) return undefined;
  const path = resolve(root, `.${sep}${name.endsWith("/") ? `${name}index.html` : name}`);
  if (path !== root && !path.startsWith(root + sep)) return undefined;
  return fileAt(path);
}

async function fileAt(path: string): Promise<ServedFile | undefined> {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() ? { path, size: found.size, changed: found.mtimeMs } : undefined;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
