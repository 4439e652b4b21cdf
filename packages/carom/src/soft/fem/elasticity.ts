/**
 * Laws of elasticity: energy density, stress and tangent stiffness from the deformation gradient F.
 *
 *     linear         psi = mu e:e + lambda/2 tr(e)^2,  e = sym F - I
 *     corotational   psi = mu |F - R|^2 + lambda/2 t^2,  F = R S,  t = tr S - 3
 *     neo-hooke      psi = mu/2 (J^(-2/3) I1 - 3) + kappa/2 (J - 1)^2,  J = det F,  I1 = F:F,  kappa = lambda + 2 mu/3
 *
 * All three have the same moduli at small strain. The stress is P = d psi / dF (first Piola and Kirchhoff): a node feels the internal force
 * V P g. Linear elasticity takes a turn by t for a stretch by 1 - cos t; the corotational law takes turns out and stays linear in the
 * stretch, so that it is right for large turns at small strain only: in a squeeze it is softer than what is right. Where a solid would be
 * turned inside out (J <= 0) the energy of the last two is infinite.
 *
 * Source: Bonet and Wood, Nonlinear Continuum Mechanics, 2008, chapters 5 and 6; the corotational law as McAdams et al. 2011; the
 * neo-Hookean one is that of CalculiX and Abaqus with C10 = mu/2, D1 = 2/kappa.
 */
import { cbrt } from "../../math/elementary.js";
import { type LameModuli, lameModuli, type SoftMaterial } from "./material.js";

/** How stress follows from deformation. */
export type ElasticLaw = "linear" | "corotational" | "neo-hooke";

/** A law with its moduli: energy density at F (row-major), stress into `stress`, its derivative (9 by 9, row-major) where wanted. */
export type ElasticResponse = (f: Float64Array, stress: Float64Array, tangent?: Float64Array) => number;

/** The response of a material by a law. */
export function elasticResponse(law: ElasticLaw, material: SoftMaterial): ElasticResponse {
  const moduli = lameModuli(material);
  switch (law) {
    case "linear":
      return linear(moduli);
    case "corotational":
      return corotational(moduli);
    case "neo-hooke":
      return neoHooke(moduli);
  }
}

function linear({ lambda, mu }: LameModuli): ElasticResponse {
  return (f, stress, tangent) => {
    const trace = f[0] + f[4] + f[8] - 3;
    let square = 0;
    for (let i = 0; i < 3; i += 1)
      for (let j = 0; j < 3; j += 1) {
        const strain = (f[3 * i + j] + f[3 * j + i]) / 2 - (i === j ? 1 : 0);
        square += strain * strain;
        stress[3 * i + j] = 2 * mu * strain + (i === j ? lambda * trace : 0);
      }
    if (tangent !== undefined) {
      tangent.fill(0);
      for (let i = 0; i < 3; i += 1)
        for (let j = 0; j < 3; j += 1) {
          tangent[9 * (3 * i + j) + 3 * i + j] += mu;
          tangent[9 * (3 * i + j) + 3 * j + i] += mu;
          tangent[9 * (4 * i) + 4 * j] += lambda;
        }
    }
    return mu * square + (lambda / 2) * trace * trace;
  };
}

/** Rows of the inverse transposed times the determinant, which is returned. */
function cofactors(f: ArrayLike<number>, out: Float64Array): number {
  out[0] = f[4] * f[8] - f[5] * f[7];
  out[1] = f[5] * f[6] - f[3] * f[8];
  out[2] = f[3] * f[7] - f[4] * f[6];
  out[3] = f[2] * f[7] - f[1] * f[8];
  out[4] = f[0] * f[8] - f[2] * f[6];
  out[5] = f[1] * f[6] - f[0] * f[7];
  out[6] = f[1] * f[5] - f[2] * f[4];
  out[7] = f[2] * f[3] - f[0] * f[5];
  out[8] = f[0] * f[4] - f[1] * f[3];
  return f[0] * out[0] + f[1] * out[1] + f[2] * out[2];
}

function neoHooke({ lambda, mu }: LameModuli): ElasticResponse {
  const kappa = lambda + (2 / 3) * mu;
  const b = new Float64Array(9);
  const deviator = new Float64Array(9);
  return (f, stress, tangent) => {
    const volume = cofactors(f, b);
    if (!(volume > 0)) return Infinity;
    let invariant = 0;
    for (let i = 0; i < 9; i += 1) {
      b[i] /= volume;
      invariant += f[i] * f[i];
    }
    const root = 1 / cbrt(volume);
    const shear = mu * root * root;
    const third = invariant / 3;
    const pressure = kappa * (volume - 1) * volume;
    for (let i = 0; i < 9; i += 1) {
      deviator[i] = f[i] - third * b[i];
      stress[i] = shear * deviator[i] + pressure * b[i];
    }
    if (tangent !== undefined) {
      const bulk = kappa * (2 * volume - 1) * volume;
      const twist = shear * third - pressure;
      for (let k = 0; k < 3; k += 1)
        for (let l = 0; l < 3; l += 1) {
          const column = 3 * k + l;
          for (let i = 0; i < 3; i += 1)
            for (let j = 0; j < 3; j += 1) {
              const row = 3 * i + j;
              // (B dF^T B)_ij for a unit dF_kl is B_il B_kj.
              tangent[9 * row + column] =
                -(2 / 3) * shear * (b[column] * deviator[row] + f[column] * b[row]) +
                twist * b[3 * i + l] * b[3 * k + j] +
                bulk * b[column] * b[row] +
                (row === column ? shear : 0);
            }
        }
    }
    return (mu / 2) * (root * root * invariant - 3) + (kappa / 2) * (volume - 1) * (volume - 1);
  };
}

/** Rounds of the iteration for the turn: it doubles its digits in each. */
const MOST_ROUNDS = 60;

/** The turn R of F = R S, by R <- (g R + R^-T / g) / 2 with g = sqrt(|R^-T| / |R|). For det F > 0. */
export function turnOf(f: ArrayLike<number>, out: Float64Array = new Float64Array(9)): Float64Array {
  const b = new Float64Array(9);
  for (let i = 0; i < 9; i += 1) out[i] = f[i];
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const volume = cofactors(out, b);
    let [own, other] = [0, 0];
    for (let i = 0; i < 9; i += 1) {
      b[i] /= volume;
      own += out[i] * out[i];
      other += b[i] * b[i];
    }
    const g = Math.sqrt(Math.sqrt(other / own));
    let change = 0;
    for (let i = 0; i < 9; i += 1) {
      const next = (g * out[i] + b[i] / g) / 2;
      change = Math.max(change, Math.abs(next - out[i]));
      out[i] = next;
    }
    if (change < 1e-15) break;
  }
  return out;
}

function corotational({ lambda, mu }: LameModuli): ElasticResponse {
  const b = new Float64Array(9);
  const r = new Float64Array(9);
  const s = new Float64Array(9);
  const spin = new Float64Array(9);
  const inverse = new Float64Array(9);
  return (f, stress, tangent) => {
    if (!(cofactors(f, b) > 0)) return Infinity;
    turnOf(f, r);
    for (let i = 0; i < 3; i += 1) for (let j = 0; j < 3; j += 1) s[3 * i + j] = r[i] * f[j] + r[3 + i] * f[3 + j] + r[6 + i] * f[6 + j];
    const trace = s[0] + s[4] + s[8];
    const stretch = trace - 3;
    let square = 0;
    for (let i = 0; i < 9; i += 1) {
      const off = f[i] - r[i];
      square += off * off;
      stress[i] = 2 * mu * off + lambda * stretch * r[i];
    }
    if (tangent !== undefined) {
      for (let i = 0; i < 9; i += 1) spin[i] = (i % 4 === 0 ? trace : 0) - s[i];
      const determinant = cofactors(spin, inverse);
      const factor = (lambda * stretch - 2 * mu) / determinant;
      for (let k = 0; k < 3; k += 1)
        for (let l = 0; l < 3; l += 1) {
          // M = R^T dF for a unit dF_kl has the row k of R in its column l.
          const [ax, ay, az] = axialOfColumn(r[3 * k], r[3 * k + 1], r[3 * k + 2], l);
          const [wx, wy, wz] = [0, 1, 2].map((i) => factor * (inverse[3 * i] * ax + inverse[3 * i + 1] * ay + inverse[3 * i + 2] * az));
          for (let i = 0; i < 3; i += 1) {
            const [p, q, t] = [r[3 * i], r[3 * i + 1], r[3 * i + 2]];
            // R [w]x, row i.
            const turned = [q * wz - t * wy, t * wx - p * wz, p * wy - q * wx];
            for (let j = 0; j < 3; j += 1)
              tangent[9 * (3 * i + j) + 3 * k + l] = turned[j] + lambda * r[3 * i + j] * r[3 * k + l] + (i === k && j === l ? 2 * mu : 0);
          }
        }
    }
    return mu * square + (lambda / 2) * stretch * stretch;
  };
}

/** The axial vector of M - M^T where M has (x, y, z) in column l and nothing else. */
function axialOfColumn(x: number, y: number, z: number, l: number): [number, number, number] {
  if (l === 0) return [0, -z, y];
  return l === 1 ? [z, 0, -x] : [-y, x, 0];
}
