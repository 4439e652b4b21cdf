/** What was found: every number with its interval and its profile, which of them go together, and what other laws make of it. */
import { significant } from "@carom/figures/geometry";
import type { BouncesFit, CurvesFit, FittedParameter, RecordingsFit } from "carom/study";

/** Correlations above are said. */
const TOLD = 0.3;
const [WIDTH, HEIGHT] = [230, 96];

export function FittedPanel({ fit }: { readonly fit: RecordingsFit | BouncesFit | CurvesFit }) {
  if ("curves" in fit) return <Values fit={fit} />;
  return fit.data === "bounces" ? <Bounces fit={fit} /> : <Recordings fit={fit} />;
}

function Values({ fit: { parameters } }: { readonly fit: CurvesFit }) {
  return (
    <div className="fitted">
      {parameters.map(({ path, name, value, interval }) => (
        <Numbers key={path} name={name} value={value} interval={interval} />
      ))}
    </div>
  );
}

function Bounces({ fit: { restitution, ratios, exponent } }: { readonly fit: BouncesFit }) {
  const [low, high] = restitution.interval ?? [restitution.value, restitution.value];
  const [least, most] = [Math.min(low, ...ratios), Math.max(high, ...ratios)];
  const x = (value: number) => 12 + ((value - least) / (most - least || 1)) * (2 * WIDTH - 24);
  return (
    <>
      <div className="fitted">
        <Numbers name="Restitution" value={restitution.value} interval={restitution.interval ?? null} />
      </div>
      <h2>What each time in the air asks for</h2>
      <p>Each over the one before it; the line is the best for all, the band its 95 %.</p>
      <svg
        className="asks"
        viewBox={`0 0 ${2 * WIDTH} ${18 * ratios.length + 44}`}
        role="img"
        aria-label={`ratios from ${least} to ${most}`}
      >
        <rect className="noise" x={x(low)} y="20" width={Math.max(1, x(high) - x(low))} height={18 * ratios.length + 4} />
        <path className="line" d={`M${x(restitution.value)},20V${18 * ratios.length + 24}`} />
        <text className="word strong" x={x(restitution.value)} y="14" textAnchor="middle">
          {significant(restitution.value, 4)}
        </text>
        {ratios.map((ratio, i) => (
          <circle key={i} className="cursor-dot" cx={x(ratio)} cy={32 + 18 * i} r="3.5" />
        ))}
        <text className="tick-label" x="0" y={18 * ratios.length + 40}>
          {significant(least, 3)}
        </text>
        <text className="tick-label" x={2 * WIDTH} y={18 * ratios.length + 40} textAnchor="end">
          {significant(most, 3)}
        </text>
      </svg>
      {exponent?.interval !== undefined && (
        <p>
          Restitution goes with speed to the power {significant(exponent.value, 2)}, 95 %: {significant(exponent.interval[0], 2)} to{" "}
          {significant(exponent.interval[1], 2)}.
        </p>
      )}
    </>
  );
}

function Numbers({
  name,
  value,
  interval,
}: {
  readonly name: string;
  readonly value: number;
  readonly interval: readonly [number, number] | null;
}) {
  return (
    <p className="fitted-number">
      <span>{name}</span>
      <b>{significant(value, 4)}</b>{" "}
      {interval === null ? "the data do not tell it" : `± ${significant((interval[1] - interval[0]) / 2, 2)}`}
    </p>
  );
}

function Recordings({ fit }: { readonly fit: RecordingsFit }) {
  const { parameters, comparison } = fit;
  const together = pairsOf(fit);
  return (
    <>
      <div className="fitted">
        {parameters.map((parameter) => (
          <div key={parameter.path}>
            <Numbers name={parameter.name} value={parameter.value} interval={parameter.quoted} />
            <Profile parameter={parameter} />
          </div>
        ))}
      </div>
      <p>
        {parameters.some(({ profile }) => profile !== undefined) ? "Misfit along each number while all others are fitted anew. " : ""}
        {together.length === 0 ? "No two of them go together." : `${together.join("; ")}.`}
      </p>
      {comparison !== undefined && comparison.length > 1 && <Laws comparison={comparison} />}
    </>
  );
}

/** Pairs that go together, in words. */
function pairsOf({ parameters, correlation }: RecordingsFit): string[] {
  const known = parameters.filter(({ polished }) => polished !== true);
  return known.flatMap((one, i) =>
    known.slice(0, i).flatMap((other, j) => {
      const r = correlation[i]?.[j] ?? 0;
      return Math.abs(r) < TOLD ? [] : [`${other.name} and ${one.name} are correlated by ${r.toFixed(2)}`];
    }),
  );
}

/** The misfit along a number, cut at its interval; without a profile the interval alone. */
function Profile({ parameter: { name, value, profile, quoted, determined } }: { readonly parameter: FittedParameter }) {
  const ends = quoted ?? [value, value];
  const reach = (ends[1] - ends[0]) * 0.25 || Math.abs(value) * 0.1 || 1;
  const values = profile?.map((each) => each.value) ?? [];
  const [least, most] = [Math.min(ends[0] - reach, ...values), Math.max(ends[1] + reach, ...values)];
  const costs = profile?.map(({ cost }) => cost) ?? [];
  const [low, high] = [Math.min(...costs), Math.max(...costs)];
  const x = (at: number) => ((at - least) / (most - least)) * WIDTH;
  const y = (cost: number) => HEIGHT - 22 - ((cost - low) / (high - low || 1)) * (HEIGHT - 34);
  return (
    <svg
      className="profile"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`${name}: ${significant(ends[0], 4)} to ${significant(ends[1], 4)}`}
    >
      <rect className="noise" x={x(ends[0])} y="6" width={Math.max(1, x(ends[1]) - x(ends[0]))} height={HEIGHT - 28} />
      {profile !== undefined && profile.length > 1 && (
        <path className="line" d={`M${profile.map((each) => `${x(each.value).toFixed(1)},${y(each.cost).toFixed(1)}`).join("L")}`} />
      )}
      <path className="cursor" d={`M${x(value)},6V${HEIGHT - 22}`} />
      <path className="axis-line" d={`M0,${HEIGHT - 22}H${WIDTH}`} />
      {determined &&
        ends.map((end, i) => (
          <text key={i} className="tick-label" x={Math.max(22, Math.min(WIDTH - 22, x(end)))} y={HEIGHT - 6} textAnchor="middle">
            {significant(end, 4)}
          </text>
        ))}
    </svg>
  );
}

/** By how much each law explains less, worst last. */
function Laws({ comparison }: { readonly comparison: NonNullable<RecordingsFit["comparison"]> }) {
  const most = Math.max(...comparison.map(({ cost }) => cost));
  return (
    <>
      <h2>What other laws make of it</h2>
      <ul className="law-misfits">
        {comparison.map(({ law, cost }) => (
          <li key={law}>
            <span>{law}</span>
            <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
              <rect className="misfit" width={(100 * cost) / most} height="10" />
            </svg>
            <b>{significant(cost, 4)}</b>
          </li>
        ))}
      </ul>
    </>
  );
}
