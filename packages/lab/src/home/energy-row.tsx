import type { CSSProperties } from "react";

/** Share of the row's width that stands for all the energy there was; the rest is room for what is made from nothing. */
const FULL = 0.66;

const percent = (share: number) => `${(100 * share).toFixed(1)}\u00a0%`;
const width = (share: number): CSSProperties => ({ width: `${100 * FULL * share}%` });

/** Below this a contact speed is called stuck, m/s. */
const STUCK = 0.005;

function slipWords(slip: number): string {
  if (Math.abs(slip) < STUCK) return "stuck";
  return `slips ${slip < 0 ? "back" : "on"}, ${Math.abs(slip).toFixed(2)} m/s`;
}

export function EnergyScale() {
  return (
    <div className="scale" aria-hidden="true">
      <span className="name" />
      <span className="band">
        <span className="zero">0</span>
        <span className="all" style={{ left: `${100 * FULL}%` }}>
          all the energy there was
        </span>
      </span>
      <span className="end">after the hit</span>
    </div>
  );
}

export interface EnergyRowProps {
  readonly id: string;
  readonly name: string;
  readonly note: string;
  readonly hint?: string;
  /** Kinetic energy after over before. */
  readonly energyRatio: number;
  readonly frictionShare?: number | undefined;
  readonly restitutionShare?: number | undefined;
  readonly slipAfter: number;
  readonly strong?: boolean;
}

/** One law or engine: what it keeps, what it loses where that is known, what it makes from nothing. */
export function EnergyRow({
  id,
  name,
  note,
  hint,
  energyRatio,
  frictionShare = 0,
  restitutionShare = 0,
  slipAfter,
  strong = false,
}: EnergyRowProps) {
  const gain = Math.max(0, energyRatio - 1);
  const gains = gain >= 0.0005;
  const lost = frictionShare + restitutionShare > 0;
  return (
    <li className={strong ? "row strong" : "row"} id={id} data-energy={energyRatio} data-slip={slipAfter}>
      <span className="name" title={hint}>
        {name} <small>{note}</small>
      </span>
      <span className="band">
        <span className="kept" style={width(Math.min(1, energyRatio))}>
          {gains ? "" : `kept ${percent(energyRatio)}`}
        </span>
        {restitutionShare > 0.0005 && <span className="lost restitution" style={width(restitutionShare)} />}
        {frictionShare > 0 && <span className="lost friction" style={width(frictionShare)} />}
        {gains && <span className="created" style={width(gain)} />}
        {gains && <span className="created-label">{percent(energyRatio)}</span>}
        {lost && (
          <span className="loss-label">
            {restitutionShare > 0.0005 && <span className="restitution-text">restitution&nbsp;{percent(restitutionShare)}, </span>}
            <span className="friction-text">friction&nbsp;{percent(frictionShare)}</span>
          </span>
        )}
        <span className="limit" style={{ left: `${100 * FULL}%` }} />
      </span>
      <span className="end">{slipWords(slipAfter)}</span>
    </li>
  );
}
