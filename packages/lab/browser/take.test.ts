/** What is taken away opens elsewhere: films, pictures, sheets and models are decoded by a page that knows nothing of the lab. */
import { readFile } from "node:fs/promises";
import { deflateRawSync } from "node:zlib";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { goTo, type Lab, openLab } from "./lab-page.js";

/** Half a second with one hit. */
const ball = {
  carom: 1,
  kind: "simulation",
  title: "A ball falls",
  duration: 0.5,
  bodies: { ball: { shape: { type: "sphere", radius: 0.1 }, mass: 1, position: [0, 0, 0.6] }, floor: { plane: { normal: [0, 0, 1] } } },
  contacts: [{ between: ["ball", "floor"], friction: 0, restitution: 0.6 }],
};
const packed = deflateRawSync(JSON.stringify(ball)).toString("base64url");

let lab: Lab;
let page: Page;
let other: Page;
beforeAll(async () => {
  lab = await openLab();
  page = await lab.open(`#/take?s=${packed}&tab=film&size=144`, { width: 1440, height: 900 });
  other = await lab.browser.newPage();
});
afterAll(() => lab?.close());

async function saved(button: string): Promise<{ readonly name: string; readonly bytes: Buffer }> {
  const [file] = await Promise.all([
    page.waitForEvent("download", { timeout: 90_000 }),
    page.getByRole("button", { name: button }).click(),
  ]);
  return { name: file.suggestedFilename(), bytes: await readFile((await file.path())!) };
}

it("films a run with its hardest impact slowed, as a WebM that another page plays", async () => {
  await page.locator(".take-preview canvas").waitFor();
  await page.getByLabel("Slower than the world").fill("1");
  await page.getByLabel("Each impact opens for").fill("0.5");
  await expect.poll(() => page.locator(".take-length b").textContent()).toBe("2.0 s, 60 frames");
  // The curve is the preview's clock: at its end the ball is where the run ends.
  await page.getByRole("slider", { name: "Look at" }).focus();
  await page.keyboard.press("End");
  await expect.poll(() => page.locator(".take-preview").getAttribute("aria-label")).toBe("A frame of the film at 0.500 s");
  const { name, bytes } = await saved("Save the film");
  expect(name).toMatch(/\.webm$/);
  const film = await other.evaluate(async (base64) => {
    const video = document.createElement("video");
    video.muted = true;
    video.src = URL.createObjectURL(new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], { type: "video/webm" }));
    await new Promise((done, fail) => {
      video.onloadeddata = done;
      video.onerror = () => fail(new Error(video.error?.message ?? "not decoded"));
    });
    const { videoWidth, videoHeight, duration } = video;
    video.currentTime = 0.6 * duration;
    await new Promise((done) => {
      video.onseeked = done;
    });
    const canvas = new OffscreenCanvas(videoWidth, videoHeight);
    const context = canvas.getContext("2d")!;
    const tones = new Set<number>();
    // A picture that was sought may be decoded a little later on a slow machine.
    for (let look = 0; look < 50 && tones.size < 2; look++) {
      await new Promise((done) => setTimeout(done, 100));
      context.drawImage(video, 0, 0);
      const { data } = context.getImageData(0, 0, videoWidth, videoHeight);
      for (let at = 0; at < data.length; at += 4) tones.add(data[at]! >> 4);
    }
    return { videoWidth, videoHeight, duration, tones: tones.size };
  }, bytes.toString("base64"));
  // Held twice for half a second, the run of the study as it is, one impact of half a second.
  expect([film.videoWidth, film.videoHeight]).toEqual([256, 144]);
  expect(film.duration).toBeCloseTo(1 + 0.5 + 0.5, 1);
  expect(film.tones).toBeGreaterThan(4);
}, 120_000);

it("gives a picture of twice the size, and the run as a model", async () => {
  const picture = await saved("Save this picture");
  expect(picture.bytes.subarray(1, 4).toString()).toBe("PNG");
  expect([picture.bytes.readUInt32BE(16), picture.bytes.readUInt32BE(20)]).toEqual([512, 288]);
  const model = await saved("Save the run as GLB");
  expect(model.bytes.subarray(0, 4).toString()).toBe("glTF");
  expect(model.bytes.readUInt32LE(8)).toBe(model.bytes.length);
});

it("makes a sheet of figures whose SVG another page draws, with its font and its study inside", async () => {
  await goTo(page, "#/take?example=slip-reversing-rod&tab=sheet");
  await page.locator(".take-desk img").waitFor();
  const { bytes } = await saved("Save as SVG");
  const text = bytes.toString("utf8");
  expect(text).toContain("font/woff2;base64,");
  expect(text).toContain("&quot;kind&quot;:&quot;sheet&quot;");
  const size = await other.evaluate(async (svg) => {
    const image = new Image();
    image.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    await image.decode();
    return [image.naturalWidth, image.naturalHeight];
  }, text);
  // 178 mm.
  expect(size[0]).toBe(673);
  expect(size[1]).toBeGreaterThan(200);
  await page.getByLabel("86").check({ force: true });
  await expect.poll(() => page.locator(".take-desk img").evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(325);
  expect(await page.locator(".desk-caption").innerText()).toMatch(/^Figure 1\. Slip-reversing rod\. a Path of the slip velocity\. /);
  expect(lab.problems.splice(0)).toEqual([]);
});

it("gives the sheet as a PDF with its font inside, which opens the sheet again when it is dropped", async () => {
  await page.getByLabel("Caption").fill("The rod. {a}");
  const { name, bytes } = await saved("Save as PDF");
  const text = bytes.toString("latin1");
  expect(text.slice(0, 5)).toBe("%PDF-");
  expect(text).toContain("/FontFile2");
  await goTo(page, "#/take?example=sim-ball-to-rest&tab=embed");
  await page.evaluate(
    ([base64, file]) => {
      const data = new DataTransfer();
      data.items.add(new File([Uint8Array.from(atob(base64!), (letter) => letter.charCodeAt(0))], file!));
      window.dispatchEvent(new DragEvent("drop", { dataTransfer: data, cancelable: true }));
    },
    [bytes.toString("base64"), name] as const,
  );
  await expect.poll(() => page.locator(".take-desk img").getAttribute("alt"), { timeout: 10_000 }).toBe("A sheet of 4 panels, 86 mm wide");
  expect(await page.getByLabel("Caption").inputValue()).toBe("The rod. {a}");
  const bibtex = await saved("BibTeX");
  expect(bibtex.bytes.toString()).toContain("@software{carom,");
  expect(lab.problems.splice(0)).toEqual([]);
});

it("writes the code for a page of one's own", async () => {
  await goTo(page, "#/take?example=sim-ball-to-rest&tab=embed&m=i2&c=-90,10,3,0,0,0.5");
  const code = () => page.locator("#embed-code").inputValue();
  await expect
    .poll(code)
    .toContain("embed.html#example=sim-ball-to-rest&amp;m=i2&amp;c=-90%2C10%2C3%2C0%2C0%2C0.5&amp;parts=stage%2Ctime%2Csay");
  await expect.poll(() => page.locator("#lab-link").inputValue()).toContain("#/run?example=sim-ball-to-rest&m=i2");
  // The preview is the page itself, at its size.
  await page.frameLocator(".take-framed iframe").locator('.embed[data-ready="true"] canvas').waitFor();
  expect(await page.locator(".take-framed iframe").evaluate((frame: HTMLIFrameElement) => frame.clientWidth)).toBe(720);
  expect(lab.problems.splice(0)).toEqual([]);
});
