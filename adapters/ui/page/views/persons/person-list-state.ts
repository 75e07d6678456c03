import type { PropertyFilter } from "../../parts/filter-operators.ts";

/** The state of the list of persons; the address holds all of it. */
export interface PersonListState {
  /** Part of a name or an email, or a whole distinct id. */
  search: string;
  /** Property filters, which must all pass. */
  filters: PropertyFilter[];
  /** Keys of properties with a column; null = the page chooses. */
  columns: string[] | null;
  /** Persons before the first shown person. */
  offset: number;
  /** The highest id when the first page was shown, which keeps further pages stable; null = on the first page. */
  maxId: number | null;
}

/** Persons on a page: as many as a user reads without a search. */
export const PAGE_SIZE = 50;

/** Parses the state in the address; unreadable parts count as absent. */
export function toPersonListState(query: URLSearchParams): PersonListState {
  return {
    search: query.get("search") ?? "",
    filters: toList(query.get("filters")).filter(isFilter),
    columns: query.has("columns") ? toList(query.get("columns")).filter((key) => typeof key === "string") : null,
    offset: toCount(query.get("offset")),
    maxId: toCount(query.get("max_id")) || null,
  };
}

/** The state for the address; defaults are left out. */
export function toAddress({ search, filters, columns, offset, maxId }: PersonListState): Record<string, string> {
  return {
    ...(search !== "" && { search }),
    ...(filters.length > 0 && { filters: JSON.stringify(filters) }),
    ...(columns !== null && { columns: JSON.stringify(columns) }),
    ...(offset > 0 && { offset: String(offset) }),
    ...(offset > 0 && maxId !== null && { max_id: String(maxId) }),
  };
}

/**
 * The query for the API without the page, also for a CSV file.
 * @param nameKeys properties that name a person in this project; null = the default
 */
export function toListQuery(
  { search, filters }: PersonListState,
  nameKeys: readonly string[] | null,
): Record<string, unknown> {
  const part = search.trim();
  if (part === "") return filters.length === 0 ? {} : { properties: filters };
  const keys = new Set(["email", "name", ...(nameKeys ?? [])]);
  const named = [...keys].map((key) => ({ key, value: part, operator: "icontains", type: "person" }));
  const values = [{ type: "OR", values: named }, ...(filters.length === 0 ? [] : [{ type: "AND", values: filters }])];
  return { properties: { type: "AND", values } };
}

/** `max_id` of a link to another page; null = none. */
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
