const WHOLE = new Intl.NumberFormat("en", { maximumFractionDigits: 2 });
const UNITS: [least: number, unit: string][] = [
  [1e12, "T"],
  [1e9, "B"],
  [1e6, "M"],
  [1e4, "k"],
];

/** A number for an axis or a card: 9,500, 12.5 k, 600 M. */
export function toShortNumber(value: number): string {
  const [least, unit] = UNITS.find(([start]) => Math.abs(value) >= start) ?? [1, ""];
  if (unit === "") return WHOLE.format(value);
  const divisor = unit === "k" ? 1000 : least;
  return `${WHOLE.format(Math.round((value / divisor) * 10) / 10)} ${unit}`;
}

/** A change in per cent with its sign, e.g. +12 %; null = the earlier value was zero. */
export function toChange(value: number, before: number): string | null {
  if (before === 0) return null;
  const percent = Math.round(((value - before) / Math.abs(before)) * 100);
  return `${percent > 0 ? "+" : percent < 0 ? "−" : "±"}${Math.abs(percent).toLocaleString("en")} %`;
}
