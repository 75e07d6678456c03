const SECOND_MS = 1000;
const DAY_MS = 86_400_000;

/** Units of job delays; a month is 30 days. Source: reference/plugins.md 8. */
const UNIT_MS: Record<string, number> = {
  millisecond: 1,
  second: SECOND_MS,
  minute: 60 * SECOND_MS,
  hour: 3600 * SECOND_MS,
  day: DAY_MS,
  week: 7 * DAY_MS,
  month: 30 * DAY_MS,
  quarter: 91 * DAY_MS,
  year: 365 * DAY_MS,
};

/** Milliseconds of `5, "minutes"`. @throws Error for an unknown unit */
export function toMs(amount: number, unit: string): number {
  const unitMs = UNIT_MS[String(unit).replace(/s$/, "")];
  if (unitMs === undefined) throw new Error(`Invalid time unit: ${unit}`);
  if (!Number.isFinite(Number(amount))) throw new Error(`Invalid amount of time: ${amount}`);
  return Number(amount) * unitMs;
}
