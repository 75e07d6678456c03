/** From here on the continued fraction needs fewer steps than the series. */
const LARGE = 2;
/** Beyond it the rest (`erfc`) is less than the smallest number. */
const LAST = 27;
/** Steps of the continued fraction: all digits at 2, with fewer beyond. */
const STEPS = 60;

/** The share of a normal distribution within `x` of its middle, in units of √2 of its deviation. */
export function erf(x: number): number {
  if (Math.abs(x) >= LARGE) return x < 0 ? erfc(-x) - 1 : 1 - erfc(x);
  let [term, sum] = [x, x];
  for (let n = 1; Math.abs(term) > Math.abs(sum) * 1e-17; n++) sum += term *= (2 * x * x) / (2 * n + 1);
  return (2 / Math.sqrt(Math.PI)) * Math.exp(-x * x) * sum;
}

/** The share beyond: `1 - erf(x)`, with all its digits. */
export function erfc(x: number): number {
  if (x < LARGE) return 1 - erf(x);
  if (x > LAST) return 0;
  let fraction = x;
  for (let step = STEPS; step > 0; step--) fraction = x + step / 2 / fraction;
  return Math.exp(-x * x) / Math.sqrt(Math.PI) / fraction;
}
