import type { Page, PersonRecord } from "../../../../../lib/index.ts";
import { call } from "../../api.ts";
import { PAGE_SIZE } from "./person-list-state.ts";
import type { PersonListState } from "./person-list-state.ts";

export type PersonPage = Page<PersonRecord> & { next: string | null; previous: string | null };

interface Asked {
  state: PersonListState;
  /** The filters and the search, as `toListQuery` makes them. */
  query: Record<string, unknown>;
}

/**
 * A page of persons. A search reads names and emails by filters, since the API's own `search` reads no names; the person
 * whose whole distinct id or UUID was searched stands first.
 */
export async function findPersons(P: string, { state, query }: Asked, signal: AbortSignal): Promise<PersonPage> {
  const { cursor } = state;
  const search = state.search.trim();
  const page = call<PersonPage>(`${P}/persons`, {
    query: { ...query, limit: PAGE_SIZE, cursor },
    signal,
  });
  if (search === "" || cursor !== null || state.filters.length > 0) return page;
  const byId = call<PersonPage>(`${P}/persons`, { query: { search, limit: 1 }, signal });
  const [found, { results }] = await Promise.all([page, byId]);
  const [exact] = results;
  if (exact === undefined || found.results.some(({ uuid }) => uuid === exact.uuid)) return found;
  return { ...found, count: found.count + 1, results: [exact, ...found.results] };
}
