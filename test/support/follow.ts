import type { createHoglet } from "../../lib/index.ts";

/** The resources with which a link is followed. */
type Follower = Pick<Awaited<ReturnType<typeof createHoglet>>, "fetch" | "personalApiKey">;

/** A row of an answer about people: a person, a group, or a person with appearances. */
export type FollowedRow = Record<string, unknown>;

/** More pages than any test has: a link that leads round in circles ends here. */
const MAX_PAGES = 1000;

/**
 * Follows a link to people by GET, as a client does, and every `next` after it to the end.
 * @returns every row of every page, in order
 */
export async function followAll(hoglet: Follower, url: string): Promise<FollowedRow[]> {
  const headers = { authorization: `Bearer ${hoglet.personalApiKey}` };
  const rows: FollowedRow[] = [];
  let next: string | null = url;
  for (let page = 0; next !== null; page++) {
    if (page === MAX_PAGES) throw new Error(`No end after ${MAX_PAGES} pages: ${url}`);
    const response: Response = await hoglet.fetch(next, { headers });
    const body = (await response.json()) as PeopleBody;
    if (response.status !== 200) throw new Error(`${response.status} ${JSON.stringify(body)} for ${next}`);
    rows.push(...(body.result ?? body.results?.flatMap(({ people }) => people) ?? []));
    next = body.next ?? null;
  }
  return rows;
}

interface PeopleBody {
  results?: { people: FollowedRow[]; count: number }[];
  result?: FollowedRow[];
  next: string | null;
}
