import { toShortDate } from "./short-date.ts";

/** Dates of a question in the API's form; an absent or null `date_to` = now. */
export interface DateRangeValue {
  date_from?: string | null;
  date_to?: string | null;
}

/** The presets (reference/insights.md 4.1). */
export const PRESETS: readonly { name: string; from: string; to: string | null }[] = [
  { name: "Today", from: "dStart", to: null },
  { name: "Yesterday", from: "-1d", to: "-1d" },
  { name: "Last 24 hours", from: "-24h", to: null },
  { name: "Last 7 days", from: "-7d", to: null },
  { name: "Last 14 days", from: "-14d", to: null },
  { name: "Last 30 days", from: "-30d", to: null },
  { name: "Last 90 days", from: "-90d", to: null },
  { name: "Last 180 days", from: "-180d", to: null },
  { name: "This month", from: "mStart", to: null },
  { name: "Last month", from: "-1mStart", to: "-1mEnd" },
  { name: "This year", from: "yStart", to: null },
  { name: "All time", from: "all", to: null },
];

/** The range of a question without dates. */
const DEFAULT_FROM = "-7d";

/** The index of a range among the presets; -1 = not a preset. */
export function presetOf({ date_from: from, date_to: to }: DateRangeValue): number {
  return PRESETS.findIndex((preset) => preset.from === (from ?? DEFAULT_FROM) && preset.to === (to ?? null));
}

/** The fields of a range; null fields are left out. */
export function toRange(from: string, to: string | null): DateRangeValue {
  return { date_from: from, ...(to !== null && { date_to: to }) };
}

/** The units of a relative range, with the API's letters. */
export const UNITS: Readonly<Record<string, string>> = { h: "hours", d: "days", w: "weeks", m: "months", y: "years" };

/** A range "last so many units up to now", as for `-45d`; null = another range. */
export function readRelative({ date_from: from, date_to: to }: DateRangeValue): { count: number; unit: string } | null {
  const [, count, unit = ""] = /^-(\d{1,5})([hdwmy])$/.exec(from ?? DEFAULT_FROM) ?? [];
  return count === undefined || (to ?? null) !== null ? null : { count: Number(count), unit };
}

/** A range in words: its name, or its days such as `23 Oct – 22 Nov 2024`. */
export function describeRange(range: DateRangeValue): string {
  const preset = PRESETS[presetOf(range)];
  if (preset !== undefined) return preset.name;
  const relative = readRelative(range);
  if (relative !== null) return `Last ${relative.count} ${UNITS[relative.unit]}`;
  const { date_from: from, date_to: to } = range;
  const start = toShortDate(from ?? DEFAULT_FROM);
  if ((to ?? null) === null) return `Since ${start}${yearOf(from)}`;
  const startYear = yearOf(from) === yearOf(to) ? "" : yearOf(from);
  return `${start}${startYear} – ${toShortDate(to ?? "")}${yearOf(to)}`;
}

function yearOf(text: string | null | undefined): string {
  return /^\d{4}-/.test(text ?? "") ? ` ${text?.slice(0, 4)}` : "";
}
