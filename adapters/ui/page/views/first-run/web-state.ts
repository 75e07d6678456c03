import type { DateRangeValue } from "../../parts/date-ranges.ts";

/** A filter that a click on a row has set. */
export interface WebFilter {
  key: string;
  value: string;
}

/** The state of the overview; the address holds all of it. */
export interface WebState {
  range: DateRangeValue;
  filters: WebFilter[];
}

/** Parses the address; unreadable parts count as absent. */
export function toWebState(query: URLSearchParams): WebState {
  const to = query.get("to");
  return {
    range: { date_from: query.get("from") ?? "-30d", ...(to !== null && { date_to: to }) },
    filters: query.getAll("is").flatMap((text) => {
      const end = text.indexOf("=");
      return end <= 0 ? [] : [{ key: text.slice(0, end), value: text.slice(end + 1) }];
    }),
  };
}

/** The state as parameters of the address. */
export function toWebAddress({ range, filters }: WebState): [name: string, value: string][] {
  return [
    ["from", range.date_from ?? "-30d"],
    ...(range.date_to ? [["to", range.date_to] as [string, string]] : []),
    ...filters.map(({ key, value }): [string, string] => ["is", `${key}=${value}`]),
  ];
}

/** The filters for the API. */
export function toProperties(filters: readonly WebFilter[]) {
  return filters.map(({ key, value }) => ({ key, value: [value], operator: "exact", type: "event" }));
}

/** Periods of the chart: some dozens of places. */
export function toInterval({ date_from: from }: DateRangeValue): "hour" | "day" | "week" {
  if (from === "dStart" || from === "-1d" || /^-\d+h$/.test(from ?? "")) return "hour";
  return /^(?:all|yStart|-(?:[1-9]\d{2,}d|\d+[qy]|[3-9]m))$/.test(from ?? "") ? "week" : "day";
}
