/** An instant in loose text: the second, or the day, that it names, and its first instant. */
interface Moment {
  ms: number;
  unitMs: number;
}

const DAY_MS = 86_400_000;
const DATE =
  /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(\.\d+)?)? ?(Z|[+-]\d{2}:?\d{2})?)?$/;

/** ISO and its variants, or unix seconds or milliseconds; without an offset in UTC. Null = no date. Source: insights.md 5.3. */
function toMoment(text: string): Moment | null {
  const trimmed = text.trim();
  if (/^\d{10}(\.\d+)?$/.test(trimmed)) return { ms: Math.trunc(Number(trimmed) * 1000), unitMs: 1000 };
  if (/^\d{13}$/.test(trimmed)) return { ms: Number(trimmed), unitMs: 1000 };
  const [, year, month, day, hour, minute, second = 0, fraction = 0, offset = "Z"] = DATE.exec(trimmed) ?? [];
  if (year === undefined) return null;
  const midnight = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  // 30 February would be a day of March.
  if (midnight.getUTCMonth() !== Number(month) - 1 || Number(hour ?? 0) > 23) return null;
  const seconds = (Number(hour ?? 0) * 60 + Number(minute ?? 0)) * 60 + Number(second) + Number(fraction);
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(offset) ?? [];
  const shift = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * (sign === "-" ? -60_000 : 60_000);
  const isDay = hour === undefined && month?.length === 2 && day?.length === 2 && trimmed.includes("-");
  return { ms: Math.trunc(midnight.getTime() + seconds * 1000) - shift, unitMs: isDay ? DAY_MS : 1000 };
}

/** Does a text pass `is_date_exact`, `is_date_after` or `is_date_before`? */
export function passesDate(operator: string, wanted: string, text: string): boolean {
  const [moment, limit] = [toMoment(text), toMoment(wanted)];
  if (moment === null || limit === null) return false;
  const { ms, unitMs } = limit;
  if (operator === "is_date_before") return moment.ms < ms;
  // After a day means after its end.
  if (operator === "is_date_after") return unitMs === DAY_MS ? moment.ms >= ms + DAY_MS : moment.ms > ms;
  return Math.floor(moment.ms / unitMs) === Math.floor(ms / unitMs);
}
