import { suite } from "uvu";
import * as assert from "uvu/assert";
import { queryKinds } from "../../lib/query/index.ts";
import { insightKinds } from "../../lib/questions/index.ts";
import { openRest } from "../http/ask.ts";
import type { Reply, Rest } from "../http/ask.ts";
import { isAll, oneIn } from "../support/rounds.ts";

// A key reads by a saved query no more than by the query itself: every kind, through every door that shows or hands on its answer.

const INSIGHTS = "/api/projects/1/insights";
const DASHBOARDS = "/api/projects/1/dashboards";

/** Rights over insights and dashboards, and none over events and persons. */
const SAVING = ["insight:write", "dashboard:write"];

/** The scopes that docs/scopes.md names for the rows that a kind shows; absent = numbers. */
const OF_KIND: Readonly<Record<string, string[]>> = {
  HogQLQuery: ["query:read"],
  HogQLMetadata: ["query:read"],
  DatabaseSchemaQuery: ["query:read"],
  EventsQuery: ["event:read", "person:read"],
  SessionsQuery: ["event:read", "person:read"],
  SessionsTimelineQuery: ["event:read", "person:read"],
  PropertyValuesQuery: ["event:read", "person:read"],
  TracesQuery: ["event:read", "person:read"],
  TraceQuery: ["event:read", "person:read"],
  EventTaxonomyQuery: ["event:read"],
  TeamTaxonomyQuery: ["event:read"],
  ActorsPropertyTaxonomyQuery: ["person:read", "group:read"],
  GroupsQuery: ["group:read"],
  ActorsQuery: ["person:read"],
  InsightActorsQuery: ["person:read"],
  InsightActorsQueryOptions: ["person:read"],
};

/** Persons behind a number; and calls of tools, whose answers name who called, with what. */
function scopesOf(kind: string): string[] {
  if (kind.startsWith("MCP")) return ["event:read", "person:read"];
  return OF_KIND[kind] ?? (kind.endsWith("ActorsQuery") ? ["person:read"] : []);
}

/** Each example, every second one in the wrapper that takes every kind. */
const nodes = queryKinds().map(({ kind, example }, place) => ({
  kind,
  query: place % 2 === 0 ? example : { kind: "DataTableNode", source: example },
  needed: scopesOf(kind),
}));

interface Stored {
  id: number;
}

/** An insight that somebody with all rights saved, on a dashboard of theirs. */
async function save({ ask }: Rest, query: object) {
  const insight = (await ask<Stored>("POST", INSIGHTS, { body: { query } })).body.id;
  const board = (await ask<Stored>("POST", DASHBOARDS, { body: { tiles: [{ insight }] } })).body.id;
  const empty = (await ask<Stored>("POST", DASHBOARDS, { body: {} })).body.id;
  return { insight, board, empty };
}

/** The doors, each with what a key gets there: true = it passed. */
const DOORS: Record<
  string,
  (rest: Rest, key: string, query: object, saved: Awaited<ReturnType<typeof save>>) => Promise<boolean>
> = {
  save: async ({ ask }, key, query) => passed(await ask("POST", INSIGHTS, { key, body: { query } })),
  change: async ({ ask }, key, query) => {
    const { id } = (await ask<Stored>("POST", INSIGHTS, { body: { name: "empty" } })).body;
    return passed(await ask("PATCH", `${INSIGHTS}/${id}`, { key, body: { query } }));
  },
  answer: async ({ ask }, key, _, { insight }) =>
    passed(await ask("GET", `${INSIGHTS}/${insight}/?refresh=blocking`, { key })),
  "answer from earlier": async ({ ask }, key, _, { insight }) =>
    passed(await ask("GET", `${INSIGHTS}/${insight}/`, { key })),
  "answer beside the request": async ({ ask }, key, _, { insight }) =>
    passed(await ask("GET", `${INSIGHTS}/${insight}/?refresh=async`, { key })),
  table: async ({ ask }, key, _, { insight }) => passed(await ask("GET", `${INSIGHTS}/${insight}.csv`, { key })),
  list: async ({ ask }, key, _, { insight }) => {
    const { body } = await ask<{ results: Answered[] }>("GET", `${INSIGHTS}/?refresh=blocking`, { key });
    return shows(body.results.find(({ id }) => id === insight));
  },
  "put on a dashboard": async ({ ask }, key, _, { insight, board, empty }) =>
    passed(await ask("PATCH", `${INSIGHTS}/${insight}`, { key, body: { dashboards: [board, empty] } })),
  "dashboard made of it": async ({ ask }, key, _, { insight }) =>
    passed(await ask("POST", DASHBOARDS, { key, body: { tiles: [{ insight }] } })),
  "dashboard given it": async ({ ask }, key, _, { insight, empty }) =>
    passed(await ask("PATCH", `${DASHBOARDS}/${empty}`, { key, body: { tiles: [{ insight }] } })),
  "answers of a dashboard": async ({ ask }, key, _, { board }) => {
    const { body } = await ask<{ tiles: { insight: Answered }[] }>("GET", `${DASHBOARDS}/${board}/?refresh=blocking`, {
      key,
    });
    return shows(body.tiles[0]?.insight);
  },
  link: async ({ ask }, key, _, { board }) => {
    await ask("PATCH", `${DASHBOARDS}/${board}/sharing`, { body: { enabled: false } });
    return passed(await ask("PATCH", `${DASHBOARDS}/${board}/sharing`, { key, body: { enabled: true } }));
  },
  "new link": async ({ ask }, key, _, { board }) =>
    passed(await ask("POST", `${DASHBOARDS}/${board}/sharing/refresh`, { key })),
};

interface Answered extends Stored {
  query_status?: { error_message: string | null };
}

/** 403 alone refuses a key: an example may ask for what is not there. */
function passed({ status, body }: Reply<unknown>): boolean {
  if (status === 403) assert.match((body as { detail: string }).detail, /^API key missing required scope '\w+:read'$/);
  return status !== 403;
}

function shows(insight: Answered | undefined): boolean {
  return !/missing required scope/.test(insight?.query_status?.error_message ?? "");
}

const reading = suite("security: saved queries");

const byDoor = oneIn(8, reading);
/** A third of the kinds at each door of the quick run, another third at the next. */
const nodesAt = (door: number) => nodes.filter((_, place) => isAll || place % 3 === door % 3);

for (const [place, [door, pass]] of Object.entries(DOORS).entries()) {
  byDoor(`${door}: a key needs the scopes of what the query reads`, async () => {
    const rest = openRest();
    const wrong: string[] = [];
    const keyOf = (scopes: string[]) => rest.key([...SAVING, ...scopes]);
    const [none, sql] = [keyOf([]), keyOf(["query:read"])];
    for (const { kind, query, needed } of nodesAt(place)) {
      const saved = await save(rest, query);
      const expected: [key: string, scopes: string, isLetIn: boolean][] = [
        [none, "insight:write", needed.length === 0],
        [sql, "query:read", true],
        [keyOf(needed), needed.join(), true],
        ...needed.map((missing): [string, string, boolean] => [
          keyOf(needed.filter((scope) => scope !== missing)),
          `all but ${missing}`,
          false,
        ]),
      ];
      for (const [key, scopes, isLetIn] of expected) {
        if ((await pass(rest, key, query, saved)) !== isLetIn) wrong.push(`${kind} with ${scopes}`);
      }
    }
    assert.equal(wrong, []);
  });
}

reading("a kind that is neither a number nor the persons behind one stands in the table", () => {
  const numbers = new Set<string>([
    ...insightKinds.map(({ node }) => node.query.kind),
    "WebOverviewQuery",
    "WebStatsTableQuery",
  ]);
  const kinds = queryKinds()
    .map(({ kind }): string => kind)
    .filter((kind) => !numbers.has(kind));
  assert.equal(
    kinds.filter((kind) => scopesOf(kind).length === 0),
    [],
  );
});

reading("a table whose columns read other tables is SQL", async () => {
  const rest = openRest();
  const key = rest.key([...SAVING, "event:read", "person:read", "group:read"]);
  for (const query of [
    { kind: "EventsQuery", select: ["(SELECT count() FROM persons)"] },
    { kind: "EventsQuery", select: ["event"], where: ["person_id in (select id from persons)"] },
    { kind: "EventsQuery", select: ["event", "group_0.properties.name"] },
    { kind: "ActorsQuery", select: ["id", "(sElEcT count() from events)"] },
    { kind: "DataTableNode", source: { kind: "ActorsQuery", select: ["id", "(select 1)"] } },
    { kind: "SessionsQuery", select: ["session_id"], orderBy: ["(select 1)"] },
  ]) {
    const { status, body } = await rest.ask("POST", INSIGHTS, { key, body: { query } });
    assert.is(status, 403, JSON.stringify(query));
    assert.is(body["detail"], "API key missing required scope 'query:read'");
  }
});

reading("a name, a favour and an end need no more than the right to change insights", async () => {
  const rest = openRest();
  const key = rest.key(SAVING);
  const { insight } = await save(rest, { kind: "HogQLQuery", query: "select distinct_id from events" });
  const change = (body: object) => rest.ask("PATCH", `${INSIGHTS}/${insight}`, { key, body });
  assert.is((await change({ name: "ids", favorited: true })).status, 200);
  assert.is((await change({ deleted: true })).status, 200);
  assert.is((await change({ deleted: false })).status, 403);
});

reading("tiles that were there may be moved", async () => {
  const rest = openRest();
  const key = rest.key(SAVING);
  const { insight, board } = await save(rest, { kind: "HogQLQuery", query: "select distinct_id from events" });
  const { body } = await rest.ask<{ tiles: Stored[] }>("GET", `${DASHBOARDS}/${board}`);
  const tiles = [{ id: body.tiles[0]?.id, insight, width: 12 }];
  assert.is((await rest.ask("PATCH", `${DASHBOARDS}/${board}`, { key, body: { tiles } })).status, 200);
});

reading.run();
