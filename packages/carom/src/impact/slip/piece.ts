/**
 * What is constant on a straight piece (straight.ts), per unit of normal impulse, and how far it goes. Numbers travel between the steps in
 * here: as arguments and results of functions that are not inlined they would be boxed, and an impact shall allocate nothing.
 */
export interface Piece {
  impulse1: number;
  impulse2: number;
  slip1: number;
  slip2: number;
  /** Change of the normal velocity: k. */
  slope: number;
  /** Friction coefficient times the slip speed at the start, and its change. */
  loss: number;
  lossRate: number;
  mode: "slip" | "stick";
  /** Rate of the slip speed. */
  rate: number;
  /** Normal impulse left of the piece, until the normal velocity passes zero, until the end rule is met, and of the next move. */
  left: number;
  turn: number;
  end: number;
  next: number;
}

export function createPiece(): Piece {
  return {
    impulse1: 0,
    impulse2: 0,
    slip1: 0,
    slip2: 0,
    slope: 0,
    loss: 0,
    lossRate: 0,
    mode: "slip",
    rate: 0,
    left: 0,
    turn: 0,
    end: 0,
    next: 0,
  };
}
