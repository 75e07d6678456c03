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
  /** The page, as the link to it named it; null = the first. */
  cursor: string | null;
}

/** Persons on a page: as many as a user reads without a search. */
export const PAGE_SIZE = 50;

/** Parses the state in the address; unreadable parts count as absent. */
export function toPersonListState(query: URLSearchParams): PersonListState {
  const cursor = query.get("cursor");
  return {
    search: query.get("search") ?? "",
    filters: toList(query.get("filters")).filter(isFilter),
    columns: query.has("columns") ? toList(query.get("columns")).filter((key) => typeof key === "string") : null,
    offset: cursor === null ? 0 : toCount(query.get("offset")),
    cursor,
  };
}

/** The state for the address; defaults are left out. */
export function toAddress({ search, filters, columns, offset, cursor }: PersonListState): Record<string, string> {
  return {
    ...(search !== "" && { search }),
    ...(filters.length > 0 && { filters: JSON.stringify(filters) }),
    ...(columns !== null && { columns: JSON.stringify(columns) }),
    ...(offset > 0 && { offset: String(offset) }),
    ...(cursor !== null && { cursor }),
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

/** The place of another page, by its link. Nobody is above the first page, which has no cursor. */
export function toPlace(offset: number, link: string | null): Pick<PersonListState, "offset" | "cursor"> {
  if (link === null || offset === 0) return { offset: 0, cursor: null };
  return { offset, cursor: new URL(link).searchParams.get("cursor") };
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
