/** A slice of a pie. */
export interface Slice {
  name: string;
  value: number;
  /** Part of the whole, 0 to 1. */
  share: number;
  /** Path (SVG) of a ring around the origin with radius 1; the hole has three fifths of it. */
  d: string;
  /** Place of the value among the given ones; null = the rest. */
  index: number | null;
}

const HOLE = 0.6;
/** Slices that can be told apart; all smaller ones are one. */
const MOST = 8;

/** The slices of values, the largest first from the top clockwise; more than eight have a rest. Values below zero have none. */
export function toSlices(values: readonly { name: string; value: number }[]): Slice[] {
  const sorted = values
    .map(({ name, value }, index) => ({ name, value: Math.max(0, value), index: index as number | null }))
    .filter(({ value }) => value > 0)
    .toSorted((a, b) => b.value - a.value);
  const rest = sorted.slice(MOST - 1);
  const sum = rest.reduce((total, { value }) => total + value, 0);
  const parts =
    sorted.length <= MOST
      ? sorted
      : [...sorted.slice(0, MOST - 1), { name: `Other (${rest.length})`, value: sum, index: null }];
  const whole = parts.reduce((total, { value }) => total + value, 0);
  let from = 0;
  return parts.map((part) => {
    const share = part.value / whole;
    const d = toRing(from, from + share);
    from += share;
    return Object.assign(part, { share, d });
  });
}

/** A part of a ring, between two parts of a turn. */
function toRing(from: number, to: number): string {
  // An arc of a whole turn ends where it begins, and is nothing.
  const end = Math.min(to, from + 0.9999);
  const isLarge = end - from > 0.5 ? 1 : 0;
  return `M${at(from, 1)}A1 1 0 ${isLarge} 1 ${at(end, 1)}L${at(end, HOLE)}A${HOLE} ${HOLE} 0 ${isLarge} 0 ${at(from, HOLE)}Z`;
}

/** A place on a circle, after a part of a turn from the top. */
function at(turn: number, radius: number): string {
  const angle = (turn - 0.25) * 2 * Math.PI;
  return `${round(Math.cos(angle) * radius)} ${round(Math.sin(angle) * radius)}`;
}

function round(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}
