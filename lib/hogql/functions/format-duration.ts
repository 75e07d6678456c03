/** Units in nanoseconds, the largest first; as in ClickHouse a month is 30.5 days, a year 365. */
const UNITS: readonly [name: string, nanos: bigint][] = [
  ["years", 31_536_000_000_000_000n],
  ["months", 2_635_200_000_000_000n],
  ["days", 86_400_000_000_000n],
  ["hours", 3_600_000_000_000n],
  ["minutes", 60_000_000_000n],
  ["seconds", 1_000_000_000n],
  ["milliseconds", 1_000_000n],
  ["microseconds", 1000n],
  ["nanoseconds", 1n],
];

function placeOf(name: string): number {
  const at = UNITS.findIndex(([unit]) => unit === name);
  if (at < 0) throw new Error(`${name.slice(0, 100)} is no unit; expected ${UNITS.map(([unit]) => unit).join(", ")}.`);
  return at;
}

/** `1 hour, 12 minutes and 1 second`. */
export function formatDuration(seconds: number, largest = "years", smallest = "seconds"): string {
  const [first, last] = [placeOf(largest), placeOf(smallest)];
  if (last < first) throw new Error(`${smallest} are longer than ${largest}.`);
  const whole = Math.trunc(Math.abs(seconds));
  if (!Number.isFinite(whole)) return String(seconds);
  let rest = BigInt(whole) * 1_000_000_000n + BigInt(Math.round((Math.abs(seconds) - whole) * 1e9));
  const words = UNITS.slice(first, last + 1).flatMap(([name, nanos]) => {
    const count = rest / nanos;
    rest %= nanos;
    return count === 0n ? [] : [`${count} ${count === 1n ? name.slice(0, -1) : name}`];
  });
  // As in ClickHouse, a duration below the smallest unit has no words.
  if (words.length === 0) return seconds === 0 && last >= placeOf("seconds") ? "0 seconds" : "";
  const end = words.pop();
  return `${seconds < 0 ? "-" : ""}${words.length > 0 ? `${words.join(", ")} and ` : ""}${end}`;
}
