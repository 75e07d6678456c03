import type { PropertyFilter } from "../../parts/filter-operators.ts";

/** What the list of persons shows; all of it is in the address. */
export interface PersonListState {
  /** Part of an email, or a whole distinct id. */
  search: string;
  /** Property filters, all of which must pass. */
  filters: PropertyFilter[];
  /** Keys of properties that have a column; null = the page chooses. */
  columns: string[] | null;
  /** Persons before the first one shown. */
  offset: number;
  /** The highest id there was when the first page was shown, which keeps further pages still; null = on the first page. */
  maxId: number | null;
}

/** Persons on a page: as many as are looked through without a search. */
export const PAGE_SIZE = 50;

/** Reads the state from the address; what cannot be read counts as not given. */
export function toPersonListState(query: URLSearchParams): PersonListState {
  return {
    search: query.get("search") ?? "",
    filters: toList(query.get("filters")).filter(isFilter),
    columns: query.has("columns") ? toList(query.get("columns")).filter((key) => typeof key === "string") : null,
    offset: toCount(query.get("offset")),
    maxId: toCount(query.get("max_id")) || null,
  };
}

/** The state as it stands in the address; what is as it begins is left out. */
export function toAddress({ search, filters, columns, offset, maxId }: PersonListState): Record<string, string> {
  return {
    ...(search !== "" && { search }),
    ...(filters.length > 0 && { filters: JSON.stringify(filters) }),
    ...(columns !== null && { columns: JSON.stringify(columns) }),
    ...(offset > 0 && { offset: String(offset) }),
    ...(offset > 0 && maxId !== null && { max_id: String(maxId) }),
  };
}

/** What the API is asked for, without the page: the question of a CSV file too. */
export function toListQuery({ search, filters }: PersonListState): Record<string, unknown> {
  return { search: search.trim(), ...(filters.length > 0 && { properties: filters }) };
}

/** `max_id` of a link to another page; null when it says none. */
export function toMaxId(link: string | null): number | null {
  return link === null ? null : toCount(new URL(link).searchParams.get("max_id")) || null;
}

function toCount(text: string | null): number {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : 0;
}

function toList(text: string | null): unknown[] {
  try {
    const list = JSON.parse(text ?? "[]") as unknown;
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}

function isFilter(value: unknown): value is PropertyFilter {
  return typeof value === "object" && value !== null && typeof (value as { key?: unknown }).key === "string";
}
