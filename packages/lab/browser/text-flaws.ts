export interface TextFlaw {
  readonly what: "covered" | "cut off";
  readonly text: string;
  readonly by: string;
}

/** Texts that cover each other by more than a hair, and texts that reach out of their picture or the window. It runs in the page. */
export function findTextFlaws(): TextFlaw[] {
  /** What is left of a box inside everything that cuts it off: names too long for their place end in dots. */
  const seen = (box: DOMRect, element: Element): DOMRect => {
    let { left, right, top, bottom } = box;
    for (let at: Element | null = element; at !== null && at.id !== "root"; at = at.parentElement) {
      if (at instanceof SVGElement || getComputedStyle(at).overflowX === "visible") continue;
      const frame = at.getBoundingClientRect();
      [left, right] = [Math.max(left, frame.left), Math.min(right, frame.right)];
      [top, bottom] = [Math.max(top, frame.top), Math.min(bottom, frame.bottom)];
    }
    return new DOMRect(left, top, right - left, bottom - top);
  };
  /** Whether something hides a part of a line that no dots stand for. */
  const isClipped = (box: DOMRect, element: Element): boolean => {
    for (let at: Element | null = element; at !== null && at.id !== "root"; at = at.parentElement) {
      const { overflowX, overflowY, textOverflow } = getComputedStyle(at);
      // What scrolls can be brought into sight.
      if (/auto|scroll/.test(overflowX + overflowY) || textOverflow === "ellipsis") return false;
      if (at instanceof SVGElement || !/hidden|clip/.test(overflowX)) continue;
      const frame = at.getBoundingClientRect();
      const partly = (low: number, high: number, from: number, to: number) => low < to && high > from && (low < from - 2 || high > to + 2);
      if (partly(box.left, box.right, frame.left, frame.right) || partly(box.top + 3, box.bottom - 3, frame.top, frame.bottom)) return true;
    }
    return false;
  };
  const layerOf = (element: Element) => element.closest(".menu-list, .study-drawer, .toast, .run-progress, [role=dialog]");
  const found: TextFlaw[] = [];
  const texts: { text: string; box: DOMRect; element: Element }[] = [];
  const walker = document.createTreeWalker(document.getElementById("root")!, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement!;
    const text = node.textContent!.trim();
    if (text === "" || element.closest("title, .katex, [hidden], .cm-editor") !== null) continue;
    // What is folded away may have been laid out all the same.
    if (!element.checkVisibility()) continue;
    const style = getComputedStyle(element);
    if (style.visibility === "hidden" || style.clipPath !== "none" || Number(style.opacity) < 0.1) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const whole of range.getClientRects()) {
      const box = seen(whole, element);
      if (whole.bottom > 0 && whole.top < window.innerHeight && isClipped(whole, element))
        found.push({ what: "cut off", text, by: "its frame" });
      if (box.width > 1 && box.height > 1 && box.bottom > 0 && box.top < window.innerHeight) texts.push({ text, box, element });
    }
  }
  texts.forEach(({ text, box, element }, i) => {
    for (const other of texts.slice(i + 1)) {
      // What opens over the page hides what is under it.
      if (layerOf(element) !== layerOf(other.element)) continue;
      if (other.element === element || element.contains(other.element) || other.element.contains(element)) continue;
      const across = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
      const down = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
      // Lines of text stand closer than their boxes are high.
      if (across > 3 && down > 0.45 * Math.min(box.height, other.box.height)) found.push({ what: "covered", text, by: other.text });
    }
    const picture = element.closest("svg")?.getBoundingClientRect();
    const scrolls = element.closest(".table-scroll, .icicle-scroll, .tabs, .data-table") !== null;
    if (!scrolls && (box.right > document.documentElement.clientWidth + 1 || box.left < -1))
      found.push({ what: "cut off", text, by: "window" });
    else if (picture !== undefined && getComputedStyle(element.closest("svg")!).overflow === "hidden" && box.right > picture.right + 1)
      found.push({ what: "cut off", text, by: "picture" });
  });
  return found;
}
