/** The state of the impact at one normal impulse, read off the recorded path. */
import type { Sample, Stretch, Track } from "@carom/figures/geometry";

export interface At extends Sample {
  readonly phase: Stretch["phase"];
  readonly mode: Stretch["mode"];
}

const mix = (a: number, b: number, part: number) => a + (b - a) * part;

/** @param impulse normal impulse, N s, from 0 to that of the end */
export function stateAt({ stretches, start, end }: Track, impulse: number): At {
  const inside = stretches.find(({ samples }) => impulse <= samples[samples.length - 1].normalImpulse) ?? stretches[stretches.length - 1];
  if (inside === undefined) return { ...start, phase: "compression", mode: "slip" };
  const { samples, phase, mode } = inside;
  const next = samples.findIndex(({ normalImpulse }) => normalImpulse >= impulse);
  if (next < 0) return { ...end, phase, mode };
  if (next === 0) return { ...samples[0], phase, mode };
  const [a, b] = [samples[next - 1], samples[next]];
  const width = b.normalImpulse - a.normalImpulse;
  const part = width > 0 ? (impulse - a.normalImpulse) / width : 1;
  return {
    normalImpulse: impulse,
    tangentialImpulse: [
      mix(a.tangentialImpulse[0], b.tangentialImpulse[0], part),
      mix(a.tangentialImpulse[1], b.tangentialImpulse[1], part),
    ],
    slip: [mix(a.slip[0], b.slip[0], part), mix(a.slip[1], b.slip[1], part)],
    normalVelocity: mix(a.normalVelocity, b.normalVelocity, part),
    kineticEnergy: mix(a.kineticEnergy, b.kineticEnergy, part),
    storedEnergy: mix(a.storedEnergy, b.storedEnergy, part),
    frictionLoss: mix(a.frictionLoss, b.frictionLoss, part),
    restitutionLoss: mix(a.restitutionLoss, b.restitutionLoss, part),
    springLoss: mix(a.springLoss, b.springLoss, part),
    phase,
    mode,
  };
}
