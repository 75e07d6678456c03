const CENTS = new Intl.NumberFormat("en", { style: "currency", currency: "USD", minimumFractionDigits: 2 });
const SMALL = new Intl.NumberFormat("en", { style: "currency", currency: "USD", maximumSignificantDigits: 3 });
const NUMBERS = new Intl.NumberFormat("en", { maximumFractionDigits: 2 });

/** US dollars, small amounts with three digits: $1.20, $0.00345; null = "–", since unknown is not free. */
export function describeCost(usd: number | null): string {
  if (usd === null) return "–";
  return (usd !== 0 && Math.abs(usd) < 0.1 ? SMALL : CENTS).format(usd);
}

/** A duration: 850 ms, 2.4 s, 3 min 5 s; null = "–". */
export function describeLatency(seconds: number | null): string {
  if (seconds === null) return "–";
  if (seconds < 1) return `${Math.round(seconds * 1000)} ms`;
  if (seconds < 60) return `${NUMBERS.format(seconds)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

/** Tokens in and out, e.g. 1,200 → 80; null = "–". */
export function describeTokens(input: number | null, output: number | null): string {
  if (input === null && output === null) return "–";
  return `${NUMBERS.format(input ?? 0)} → ${NUMBERS.format(output ?? 0)}`;
}
