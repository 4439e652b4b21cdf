/**
 * Coefficients of DOPRI5, the explicit Runge-Kutta pair of Dormand and Prince: order 5, error estimate of order 4, dense output of order 4.
 *
 * Six stages make the step; row 7 of the table holds the weights of the new state, whose slope k_7 is the first stage of the next step, so
 * a step costs six evaluations. Stage s is evaluated at
 *
 *     k_s = f(t + c_s h, y + h sum_j a_sj k_j)
 *
 * and h sum_j error_j k_j is the difference between the fifth- and the fourth-order result.
 *
 * Source: Dormand & Prince, J. Comput. Appl. Math. 6 (1980) 19-26; Hairer, Norsett & Wanner, Solving Ordinary Differential Equations I, 2nd
 * ed., table II.5.2 and section II.6 (dense output), and their code dopri5.
 */

/** c_s: where in the step each stage is evaluated. */
const nodes = [0, 1 / 5, 3 / 10, 4 / 5, 8 / 9, 1, 1] as const;

/** a_sj: row s - 1 belongs to stage s. Row 7 (index 6) is also the weights b_j. */
const stages = [
  [],
  [1 / 5],
  [3 / 40, 9 / 40],
  [44 / 45, -56 / 15, 32 / 9],
  [19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729],
  [9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656],
  [35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84],
] as const;

/** Weights of the error estimate. */
const error = [71 / 57600, 0, -71 / 16695, 71 / 1920, -17253 / 339200, 22 / 525, -1 / 40] as const;

/** The highest coefficient of the dense output, a sum over the seven stages. */
const dense = [
  -12715105075 / 11282082432,
  0,
  87487479700 / 32700410799,
  -10690763975 / 1880347072,
  701980252875 / 199316789632,
  -1453857185 / 822651844,
  69997945 / 29380423,
] as const;

export const dopri5Tableau = { nodes, stages, error, dense } as const;
