/** Script of single frames, from the browser's own trace: time of the page's thread, whatever else the machine does meanwhile. */
import type { Browser, Page } from "playwright-core";

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** us. */
  readonly ts: number;
  readonly dur?: number;
  /** Of the thread, us. */
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

/** What runs script, or cleans up after it. */
const SCRIPT = new Set([
  "FunctionCall",
  "EvaluateScript",
  "FireAnimationFrame",
  "TimerFire",
  "EventDispatch",
  "RunMicrotasks",
  "MajorGC",
  "MinorGC",
]);
const CATEGORIES = ["devtools.timeline", "disabled-by-default-devtools.timeline.frame", "devtools.timeline.frame", "blink.user_timing"];

/** Script of each frame in which the page has set this mark, ms, ascending. */
export async function scriptOfFrames(browser: Browser, page: Page, mark: string, act: () => Promise<void>): Promise<number[]> {
  await browser.startTracing(page, { categories: CATEGORIES });
  await act();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString("utf8")) as { traceEvents: TraceEvent[] };
  const marked = traceEvents.find(({ name }) => name === mark);
  if (marked === undefined) return [];
  const own = traceEvents.filter(({ pid, tid }) => pid === marked.pid && tid === marked.tid).sort((a, b) => a.ts - b.ts);
  const begins = own.filter(({ name }) => name === "BeginMainThreadFrame").map(({ ts }) => ts);
  /** How many have begun by then. */
  const frameAt = (time: number) => {
    const next = begins.findIndex((begin) => begin > time);
    return next < 0 ? begins.length : next;
  };
  const spent = new Map<number, number>();
  let until = 0;
  for (const { name, ph, ts, dur = 0, tdur = dur } of own) {
    // What stands inside of another one is counted with it.
    if (ph !== "X" || !SCRIPT.has(name) || ts < until) continue;
    until = ts + dur;
    spent.set(frameAt(ts), (spent.get(frameAt(ts)) ?? 0) + tdur / 1000);
  }
  const frames = new Set(own.filter(({ name }) => name === mark).map(({ ts }) => frameAt(ts)));
  return [...frames].map((frame) => spent.get(frame) ?? 0).sort((a, b) => a - b);
}
