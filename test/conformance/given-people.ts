import type { Candidate, Define } from "./candidate.ts";
import * as assert from "uvu/assert";
import { createHoglet } from "../../lib/index.ts";
import { givenCases, toLines } from "../questions/given-case.ts";
import type { GivenCase } from "../questions/given-case.ts";

/** The people that a case expects behind a point (reference/insights.md 16). */
interface ExpectedPeople {
  error?: boolean;
  count?: number;
  distinct_ids?: string[];
  includes_distinct_ids?: string[];
  rows?: { index: number; distinct_id: string; appearances: number[] }[];
}

interface PeopleCase extends GivenCase<ExpectedPeople> {
  of: string;
  follow_url?: { series: { index: number }; point: { index: number }; field: string };
}

type Person = { distinct_ids: string[] };

interface Body {
  result?: (Person | { person: Person; appearances: number[] })[];
  results?: { people: Person[] }[];
}

const PATHS: Record<string, string> = {
  trends: "trends",
  lifecycle: "lifecycle",
  stickiness: "stickiness",
  retention: "retention",
  retention_period: "retention",
};

async function ask(one: PeopleCase, options: Candidate["options"]): Promise<{ status: number; body: Body }> {
  await using hoglet = await createHoglet({ now: one.now, ...options });
  await hoglet.import(toLines(one), { persons: "given" });
  const base = `http://hoglet.test/api/projects/${hoglet.project.id}`;
  const headers = { authorization: `Bearer ${hoglet.personalApiKey}` };
  const get = async (url: string) => {
    const response = await hoglet.fetch(url, { headers });
    return { status: response.status, body: (await response.json()) as Body };
  };
  const isTable = one.of === "retention_period";
  const query = { ...one.query, ...(isTable && { display: "ActionsTable" }) };
  if (one.follow_url === undefined) return await get(`${base}/persons/${PATHS[one.of]}/?${toQueryString(query)}`);
  const { series, point, field } = one.follow_url;
  const { body } = await get(`${base}/insights/trend/?${toQueryString(query)}`);
  const line = body.result?.[series.index] as unknown as Record<string, { url: string }[]>;
  return await get(line[field]?.[point.index]?.url ?? "");
}

function toQueryString(query: Record<string, unknown>): string {
  return new URLSearchParams(Object.entries(query).map(([name, value]) => [name, toText(value)])).toString();
}

function toText(value: unknown): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** The given cases of the people behind a number. */
export function conformToGivenPeople(test: Define, { options }: Candidate): void {
  for (const one of (givenCases<ExpectedPeople>("persons") as PeopleCase[]).filter(({ of }) => of in PATHS)) {
    test(`given people ${one.id}: ${one.note ?? ""}`, async () => {
      const { status, body } = await ask(one, options);
      const { error, count, distinct_ids: ids, includes_distinct_ids: some = [], rows = [] } = one.expected;
      assert.is(status, error === true ? 400 : 200, JSON.stringify(body).slice(0, 300));
      if (error === true) return;
      const people = body.results?.flatMap((result) => result.people) ?? body.result ?? [];
      const firstIds = people.map((row) => ("person" in row ? row.person : row).distinct_ids[0] ?? "");
      if (count !== undefined) assert.is(people.length, count);
      if (ids !== undefined) assert.equal(firstIds.toSorted(), ids.toSorted());
      for (const id of some) assert.ok(firstIds.includes(id), id);
      for (const { index, distinct_id, appearances } of rows) {
        const row = body.result?.[index] as { person: Person; appearances: number[] };
        assert.equal([row.person.distinct_ids[0], row.appearances], [distinct_id, appearances]);
      }
    });
  }
}
