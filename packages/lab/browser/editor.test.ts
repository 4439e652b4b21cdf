import { readFile } from "node:fs/promises";
import { parseStudyText } from "carom/study";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { example, goTo, type Lab, numbersOf, openLab, runAsImpact, studyIn, widthOf } from "./lab-page.js";

let lab: Lab;
let page: Page;
beforeAll(async () => {
  lab = await openLab();
  page = await lab.open("#/impact?example=slip-reversing-rod", { width: 1300, height: 800 });
  await page.locator(".knob").waitFor();
});
afterAll(() => lab?.close());

/** The whole text of the editor, replaced. */
async function type(text: string): Promise<void> {
  await page.locator(".cm-content").click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(text);
}

const message = () => page.locator(".study-message").innerText();
const impulse = () => numbersOf(page, ".inspector", "data-impulse");

/** Drops a file of this content on the page. */
async function drop(name: string, content: string | number): Promise<void> {
  await page.evaluate(
    ([title, text]) => {
      const data = new DataTransfer();
      // A number: so many bytes.
      const parts = typeof text === "number" ? [new Uint8Array(text).fill(32)] : [text];
      data.items.add(new File(parts, title as string, { type: "application/json" }));
      window.dispatchEvent(new DragEvent("drop", { dataTransfer: data, cancelable: true }));
    },
    [name, content] as const,
  );
}

describe("the study editor", () => {
  it("opens beside the view and changes it, by form and by text", async () => {
    await page.keyboard.press("e");
    await page.locator(".cm-content").waitFor();
    // It pushes the view and covers nothing of it.
    const [view, drawer] = await Promise.all([".inspector", ".study-drawer"].map((part) => page.locator(part).boundingBox()));
    expect(drawer!.width).toBe(520);
    expect(view!.x + view!.width).toBeLessThanOrEqual(drawer!.x);
    await expect.poll(() => widthOf(page)).toBeLessThanOrEqual(1300);
    await page.getByLabel("Friction", { exact: true }).last().fill("0.25");
    await expect.poll(async () => (await impulse()).join(" ")).toBe(runWith(0.25, 1));
    const text = await page.evaluate(() => document.querySelector(".code-editor")!.shadowRoot!.querySelector(".cm-content")!.textContent);
    expect(text).toContain('"friction": 0.25');
    const study = JSON.parse(JSON.stringify(example("slip-reversing-rod"))) as { contacts: { restitution: number }[] };
    study.contacts[0].restitution = 0.5;
    await type(JSON.stringify(study, null, 2));
    await expect.poll(async () => (await impulse()).join(" ")).toBe(runWith(0.5, 0.5));
    await expect
      .poll(() => (page.url().includes("s=") ? runAsImpact(studyIn(page.url())).outcome.impulse.join(" ") : ""))
      .toBe(runWith(0.5, 0.5));
  });

  it("says what is wrong at the line, keeps the last picture, and comes back", async () => {
    const good = JSON.stringify(example("slip-reversing-rod"), null, 2);
    await type(good.replace('"restitution": 1', '"restitution": 1.4'));
    await expect.poll(message).toBe("contacts[0].restitution: 1.4 is not between 0 and 1");
    // Only lines in sight are drawn.
    await page.keyboard.press("ControlOrMeta+Home");
    const marked = page.locator(".cm-lintRange-error");
    expect(await marked.innerText()).toBe("1.4");
    expect(await page.locator(".cm-lint-marker-error").count()).toBe(1);
    await type(good.replace('"kind"', '"kind'));
    await expect.poll(message).toMatch(/is not JSON|is not a JSON string|never ends/);
    await page.keyboard.press("ControlOrMeta+Home");
    await expect.poll(() => page.locator(".cm-lint-marker-error").count()).toBe(1);
    await type(good);
    await expect.poll(message).toBe("The view follows.");
    expect(await page.locator(".cm-lint-marker-error").count()).toBe(0);
    await expect.poll(async () => (await impulse()).join(" ")).toBe(runWith(0.5, 1));
  });

  it("completes names and values from the schema", async () => {
    await type('{ "carom": 1, "kind": "impact", "law": "" }');
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Control+Space");
    await page.locator(".cm-tooltip-autocomplete").waitFor();
    expect(await page.locator(".cm-tooltip-autocomplete").innerText()).toContain('"newton"');
    await page.keyboard.press("Escape");
    await type('{ "carom": 1, "kind": "simulation", "dur" }');
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Control+Space");
    await expect.poll(() => page.locator(".cm-tooltip-autocomplete").innerText()).toContain('"duration"');
    await page.keyboard.press("Escape");
    await type(JSON.stringify(example("slip-reversing-rod"), null, 2));
    await expect.poll(message).toBe("The view follows.");
  });

  it("saves the study, copies it as TypeScript that runs, and closes", async () => {
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save" }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toBe("slip-reversing-rod.json");
    expect(parseStudyText(await readFile((await file.path())!, "utf8"))).toEqual(example("slip-reversing-rod"));
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "Copy as TypeScript" }).click();
    await expect.poll(message).toBe("TypeScript is in the clipboard.");
    const code = await page.evaluate(() => navigator.clipboard.readText());
    expect(code).toContain('import { kindNamed, parseStudy, runStudy } from "carom/study";');
    expect(code).toContain('"friction": 0.5');
    await page.getByRole("button", { name: "Close the study" }).click();
    expect(await page.locator(".study-drawer").count()).toBe(0);
  });

  it("exports CSV, SVG, PNG and a report", async () => {
    const files: Record<string, Buffer> = {};
    for (const [item, name] of [
      ["Data as CSV", "slip-reversing-rod-history.csv"],
      ["Report as HTML", "slip-reversing-rod-report.html"],
    ] as const) {
      // One of several tables.
      const saved = page.waitForEvent("download", (download) => download.suggestedFilename() === name);
      await page.getByRole("button", { name: "Export" }).click();
      await page.getByRole("menuitem", { name: item }).click();
      const file = await saved;
      files[item] = await readFile((await file.path())!);
    }
    // Every figure of the report can be taken.
    await page.getByRole("button", { name: "Export" }).click();
    await page.getByRole("menuitem", { name: /^Figures/ }).click();
    const panel = page.getByRole("dialog", { name: "Figures" });
    await panel.locator("li").first().waitFor();
    expect(await panel.locator("li").count()).toBe((files["Report as HTML"].toString("utf8").match(/<figure\b/g) ?? []).length);
    for (const kind of ["SVG", "PNG"]) {
      const saved = page.waitForEvent("download");
      await panel.getByRole("button", { name: kind }).first().click();
      const file = await saved;
      expect(file.suggestedFilename()).toBe(`slip-reversing-rod-hodograph.${kind.toLowerCase()}`);
      files[kind] = await readFile((await file.path())!);
    }
    await page.keyboard.press("Escape");
    expect(await panel.count()).toBe(0);
    const rows = files["Data as CSV"].toString("utf8").trim().split("\n");
    const { history } = runAsImpact(example("slip-reversing-rod"), { history: true }).outcome;
    expect(rows[0]).toMatch(/^normal_impulse_Ns,impulse_tangent/);
    expect(rows).toHaveLength(history!.normalImpulse.length + 1);
    expect(Number(rows[rows.length - 1].split(",")[0])).toBe(history!.normalImpulse[history!.normalImpulse.length - 1]);
    expect(files.SVG.toString("utf8")).toMatch(/^<svg[\s\S]*<\/svg>\s*$/);
    expect([...files.PNG.subarray(0, 4)]).toEqual([0x89, 0x50, 0x4e, 0x47]);
    expect(files["Report as HTML"].toString("utf8")).toContain("Slip-reversing rod");
  });

  it("shares a link that opens the same study", async () => {
    await page.getByRole("button", { name: /^Share/ }).click();
    await page.getByText("The link is in the clipboard.").waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const other = await lab.open(new URL(link).hash);
    await other.locator(".inspector[data-impulse]").waitFor();
    expect(await numbersOf(other, ".inspector", "data-impulse")).toEqual(await impulse());
    await other.close();
  });
});

describe("hostile studies", () => {
  const rod = () => JSON.parse(JSON.stringify(example("slip-reversing-rod"))) as Record<string, unknown>;
  const alert = () => page.getByRole("alert").last().innerText();

  it.each([
    ["no JSON", "hello", "is not JSON"],
    ["nested too deeply", "[".repeat(5000), "opens more than 64 levels"],
    ["numbers beyond all", JSON.stringify({ ...rod(), contacts: "x" }).replace('"x"', "[1e999]"), "is not a finite number"],
    ["no kind of ours", '{"carom":1,"kind":"poem"}', "kind"],
  ])("are answered with a sentence: %s", async (_name, text, reason) => {
    await drop("bad.json", text);
    await expect.poll(alert).toContain(reason);
    await page.getByRole("button", { name: "Close", exact: true }).click();
  });

  it("of 50 MB are not read at all", async () => {
    await drop("huge.json", 50_000_000);
    await expect.poll(alert).toBe("huge.json has 50 MB; a file has at most 20 MB here.\n\nClose");
  });

  it("cannot put markup into the page", async () => {
    const title = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>';
    await drop("script.json", JSON.stringify({ ...rod(), title, description: title }));
    await page.locator(".title", { hasText: "<img src=x" }).waitFor();
    expect(await page.locator(".title img, .title script").count()).toBe(0);
    expect(await page.evaluate(() => (window as unknown as { hacked?: number }).hacked)).toBeUndefined();
  });

  it.each([
    ["nothing moves", 0, "not approaching"],
    ["numbers are too small for their squares", -1e-300, "there is nothing to draw"],
  ])("without energy are answered with a sentence: %s", async (_name, down, reason) => {
    const still = rod() as { bodies: { rod: { velocity: number[] } } };
    still.bodies.rod.velocity = [0, 0, down];
    await drop("still.json", JSON.stringify(still));
    await expect.poll(() => page.locator(".view-error").innerText()).toContain(reason);
  });

  it.each(["#/impact?example=%E0%A4%A&s=%%%", "#/impact?example=..%2F..%2Fpackage", "#/run?s=AAAA"])(
    "cannot be made of a link with garbage: %s",
    async (hash) => {
      await goTo(page, hash);
      await expect.poll(() => page.locator(".notice").innerText()).toMatch(/^This link (does not hold|does not name|names no)/);
    },
  );

  it("with huge numbers are answered, and the page goes on", async () => {
    const heavy = rod() as { bodies: { rod: { velocity: number[] } } };
    heavy.bodies.rod.velocity = [1e308, 0, -1e308];
    await drop("heavy.json", JSON.stringify(heavy));
    await expect.poll(() => page.locator(".view-error, [role=alert]").last().innerText()).toMatch(/1e\+308|larger|finite/);
    await goTo(page, "#/");
    await page.locator(".card").first().waitFor();
  });

  it("leave no error in the console", () => {
    expect(lab.problems.map((problem) => problem.replace(/s=[\w-]+/, "s=…"))).toEqual([]);
  });
});

/** The impulse of the rod with this friction and restitution, as the page shows it. */
function runWith(friction: number, restitution: number): string {
  const study = JSON.parse(JSON.stringify(example("slip-reversing-rod"))) as { contacts: { friction: number; restitution: number }[] };
  study.contacts[0] = { ...study.contacts[0], friction, restitution };
  return runAsImpact(parseStudyText(JSON.stringify(study))).outcome.impulse.join(" ");
}
