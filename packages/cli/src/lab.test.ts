import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { COMMAND, type Folder, temporaryFolder } from "./command.testing.js";
import { serveFolder } from "./static-server.js";

let folder: Folder;
beforeAll(() => {
  folder = temporaryFolder();
  folder.put("secret.txt", "not for you");
  mkdirSync(join(folder.path, "site/assets"), { recursive: true });
  for (const [name, content] of Object.entries({
    "index.html": "<!doctype html><title>Lab</title>",
    "assets/main.js": "export {};",
    "assets/style.css": "body {}",
    "assets/font.woff2": "font",
    "assets/core.wasm": "wasm",
    "assets/odd.xyz": "?",
    "assets/app-Ab3_x9Zq.js": "export const long = 1;",
    "assets/app-Ab3_x9Zq.js.gz": gzipSync("export const long = 1;"),
    "assets/a b.svg": "<svg/>",
  }))
    writeFileSync(join(folder.path, "site", name), content);
});
afterAll(() => folder.remove());

interface Answer {
  readonly status: number;
  readonly type: string | undefined;
  readonly body: string;
}

/** node:http sends the path as it is; fetch would tidy up the dots. */
function get(port: number, path: string, method = "GET"): Promise<Answer> {
  return new Promise((done, fail) => {
    const sent = request({ host: "127.0.0.1", port, path, method, agent: false }, (response) => {
      let body = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => {
        body += chunk;
      });
      response.on("end", () => done({ status: response.statusCode!, type: response.headers["content-type"], body }));
    });
    sent.on("error", fail);
    sent.end();
  });
}

describe("serveFolder", () => {
  const closing: (() => void)[] = [];
  afterEach(() => {
    for (const close of closing.splice(0)) close();
  });

  async function serve(): Promise<number> {
    const { server, port } = await serveFolder(join(folder.path, "site"), 43_170);
    closing.push(() => server.close());
    expect(server.address()).toMatchObject({ address: "127.0.0.1", port });
    return port;
  }

  it("sends packed files to those who take them, lets hashed names be kept, and says when nothing has changed", async () => {
    const port = await serve();
    const ask = async (path: string, headers: Record<string, string>) => {
      const response = await new Promise<IncomingMessage>((done, fail) => {
        request({ host: "127.0.0.1", port, path, headers, agent: false }, done).on("error", fail).end();
      });
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk as Buffer);
      return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) };
    };
    const packed = await ask("/assets/app-Ab3_x9Zq.js", { "accept-encoding": "gzip, br" });
    expect(packed.headers["content-encoding"]).toBe("gzip");
    expect(packed.headers["content-type"]).toBe("text/javascript; charset=utf-8");
    expect(packed.headers["cache-control"]).toContain("immutable");
    expect(gunzipSync(packed.body).toString()).toBe("export const long = 1;");
    const plain = await ask("/assets/app-Ab3_x9Zq.js", {});
    expect(plain.headers["content-encoding"]).toBeUndefined();
    expect(plain.body.toString()).toBe("export const long = 1;");
    const page = await ask("/", {});
    expect(page.headers["cache-control"]).toBe("no-cache");
    const again = await ask("/", { "if-none-match": page.headers.etag! });
    expect(again.status).toBe(304);
    expect(again.body).toHaveLength(0);
  });

  it.each([
    ["/", 200, "text/html; charset=utf-8"],
    ["/index.html", 200, "text/html; charset=utf-8"],
    ["/?study=1#here", 200, "text/html; charset=utf-8"],
    ["/assets/main.js", 200, "text/javascript; charset=utf-8"],
    ["/assets/style.css", 200, "text/css; charset=utf-8"],
    ["/assets/font.woff2", 200, "font/woff2"],
    ["/assets/core.wasm", 200, "application/wasm"],
    ["/assets/odd.xyz", 200, "application/octet-stream"],
    ["/assets/a%20b.svg", 200, "image/svg+xml; charset=utf-8"],
    ["/missing.html", 404, "text/plain; charset=utf-8"],
    ["/assets", 404, "text/plain; charset=utf-8"],
    ["/../secret.txt", 404, "text/plain; charset=utf-8"],
    ["/%2e%2e/secret.txt", 404, "text/plain; charset=utf-8"],
    ["/..%2fsecret.txt", 404, "text/plain; charset=utf-8"],
    ["/assets/../../secret.txt", 404, "text/plain; charset=utf-8"],
    ["//etc/passwd", 404, "text/plain; charset=utf-8"],
    ["/%00", 404, "text/plain; charset=utf-8"],
    ["/%zz", 404, "text/plain; charset=utf-8"],
  ])("answers %s with %i %s", async (path, status, type) => {
    const answer = await get(await serve(), path);
    expect(answer).toMatchObject({ status, type });
    expect(answer.body).not.toContain("not for you");
  });

  it("answers HEAD without a body and refuses the rest", async () => {
    const port = await serve();
    expect(await get(port, "/", "HEAD")).toEqual({ status: 200, type: "text/html; charset=utf-8", body: "" });
    expect((await get(port, "/", "POST")).status).toBe(405);
  });

  it("takes the next port where one is taken", async () => {
    const first = await serve();
    const { server, port } = await serveFolder(join(folder.path, "site"), first);
    closing.push(() => server.close());
    expect(port).toBeGreaterThan(first);
  });
});

describe("carom lab", () => {
  /** Collects what the command prints until it has printed something that matches. */
  function printed(child: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> {
    return new Promise((done, fail) => {
      let text = "";
      child.stdout!.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
        const match = pattern.exec(text);
        if (match !== null) done(match);
      });
      child.once("exit", (code) => fail(new Error(`ended with ${code} after ${text}`)));
    });
  }

  it("serves the lab, prints where, and ends with 0 on Ctrl-C", async () => {
    const child = spawn(process.execPath, [COMMAND, "lab", "--port", "43270"], { stdio: ["ignore", "pipe", "inherit"] });
    const [, port] = await printed(child, /The lab is at http:\/\/127\.0\.0\.1:(\d+)\/ /);
    expect(Number(port)).toBeGreaterThanOrEqual(43_270);
    const page = await get(Number(port), "/");
    expect(page).toMatchObject({ status: 200, type: "text/html; charset=utf-8" });
    const ended = new Promise<number | null>((done) => {
      child.removeAllListeners("exit").once("exit", done);
    });
    child.kill("SIGINT");
    expect(await ended).toBe(0);
  });
});
