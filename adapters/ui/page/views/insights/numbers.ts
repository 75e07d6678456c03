const NUMBERS = new Intl.NumberFormat("en", { maximumFractionDigits: 2 });

/** E.g. 12,345.68 */
export function describeNumber(value: number): string {
  return NUMBERS.format(value);
}

/** A part of a whole, e.g. 41.3 %; "–" for an empty whole. */
export function describeShare(part: number, whole: number): string {
  return whole === 0 ? "–" : `${(Math.round((part / whole) * 1000) / 10).toFixed(1)} %`;
}

const UNITS: [name: string, seconds: number][] = [
  ["d", 86_400],
  ["h", 3600],
  ["min", 60],
  ["s", 1],
];

/** A duration in its two largest units, e.g. 2 d 3 h; null = "–". */
export function describeSeconds(seconds: number | null): string {
  if (seconds === null) return "–";
  let rest = Math.round(seconds);
  const parts: string[] = [];
  for (const [name, length] of UNITS) {
    const count = Math.floor(rest / length);
    rest -= count * length;
    if (count > 0 || (name === "s" && parts.length === 0)) parts.push(`${count} ${name}`);
  }
  return parts.slice(0, 2).join(" ");
}

/** Odds as a person reads them: 2.4× more likely, 343× less likely (and not "0 ×"). */
export function describeOdds(odds: number): string {
  if (odds === 1) return "as likely";
  const times = odds > 1 ? odds : 1 / odds;
  const text = times === Infinity ? "never the other way" : `${describeNumber(Math.round(times * 10) / 10)}×`;
  return `${text} ${odds > 1 ? "more" : "less"} likely`;
}
