/** What is known of the future, in a sentence. */
import { significant } from "@carom/figures/geometry";
import type { Future } from "../future/use-future.js";
import type { World } from "../scene/world.js";

interface FindingProps {
  readonly future: Future;
  readonly world: World;
  readonly moves: boolean;
  readonly unkept: boolean;
}

/** The sentence: only of what is known to its end. */
export function Finding({ future: { seen, current, failure, cancelled }, world, moves, unkept }: FindingProps) {
  const title =
    failure !== undefined
      ? "This cannot begin as it is."
      : !moves
        ? world.entities.size <= 1
          ? "An empty floor."
          : "Nothing moves yet."
        : titleOf(seen);
  const facts = failure?.message ?? (moves ? factsOf(seen) : "Put something here, or drop a file: study, URDF, STL, CSV.");
  return (
    <header className={current || failure !== undefined || !moves ? "view-sentence" : "view-sentence earlier"}>
      <h1 aria-live="polite">{title}</h1>
      <p className={failure === undefined ? undefined : "view-error"}>{facts}</p>
      {cancelled && <p>Stopped. The next change computes it again.</p>}
      {unkept && <p className="warning">The browser keeps nothing more: save the study as a file (Study, Save).</p>}
    </header>
  );
}

/** How it begins and ends, in a few words. */
function titleOf(seen: Future["seen"]): string {
  if (seen === undefined) return "What will happen?";
  if (!seen.done) return `Known to ${significant(seen.time, 3)} s.`;
  const [first] = seen.impacts.filter(({ time }) => time >= 1e-6);
  const rests = seen.status === "rest";
  if (first === undefined) return rests ? "Everything rests." : "Nothing strikes.";
  const more = seen.impactCount - 1;
  const name = first.between[0];
  const hit = `${name[0].toUpperCase()}${name.slice(1)} strikes ${first.between[1]}`;
  if (more <= 0) return `${hit}${rests ? ", and all rests" : ""}.`;
  return `${hit}, then ${more} impact${more === 1 ? "" : "s"} more${rests ? " until all rests" : ""}.`;
}

/** The first hit of each pair, at most two. */
function factsOf(seen: Future["seen"]): string {
  if (seen === undefined) return "";
  const pairs = new Set<string>();
  const first = seen.impacts.filter(({ between, time }) => {
    const pair = between.join("/");
    if (pairs.has(pair) || time < 1e-6) return false;
    pairs.add(pair);
    return true;
  });
  const hits = first
    .slice(0, 2)
    .map(({ between: [a, b], time, speed }) => `${a} on ${b} at ${significant(time, 3)} s with ${significant(speed, 3)} m/s`);
  const rest = seen.status === "rest" ? `Everything rests after ${significant(seen.time, 4)} s.` : "";
  const said = hits.join(", ");
  return `${said === "" ? "" : `${said[0].toUpperCase()}${said.slice(1)}. `}${rest}`;
}
