import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../lib/index.ts";
import type { Hoglet } from "../../lib/index.ts";
import { oneIn, whenAll } from "../support/rounds.ts";

// Statements without an end, against the questions of others. Nobody here waits for a time limit: it is an hour.

const ENDLESS = "with recursive c(x) as (select 1 union all select x + 1 from c) select count(*) from c";

interface World extends AsyncDisposable {
  hoglet: Hoglet;
  /** Ids of five projects. */
  projects: number[];
  /** Values of six keys that may ask in all of them. */
  keys: string[];
  ask(key: number, project: number, query: string): Promise<Response>;
  /** Sends a query that never ends, and returns its outcome. */
  endless(key: number, project: number): { status: number | null };
}

async function openWorld(): Promise<World> {
  const hoglet = await createHoglet({ queryTimeoutMs: 3_600_000 });
  const projects = [1];
  for (const name of ["b", "c", "d", "e"]) projects.push((await hoglet.projects.create({ name })).id);
  const keys: string[] = [];
  for (let index = 0; index < 6; index++) {
    keys.push((await hoglet.keys.create({ label: `${index}`, scopes: ["query:read"] })).value);
  }
  const stop = new AbortController();
  const asked: Promise<unknown>[] = [];
  const ask: World["ask"] = (key, project, query) =>
    hoglet.fetch(`/api/projects/${projects[project]}/query/`, {
      method: "POST",
      headers: { authorization: `Bearer ${keys[key]}`, "content-type": "application/json" },
      body: JSON.stringify({ query }),
      signal: stop.signal,
    });
  return {
    hoglet,
    projects,
    keys,
    ask,
    endless(key, project) {
      const answer: { status: number | null } = { status: null };
      const turn = ask(key, project, ENDLESS).then(({ status }) => (answer.status = status));
      asked.push(turn.catch(() => {}));
      return answer;
    },
    async [Symbol.asyncDispose]() {
      stop.abort();
      await Promise.all(asked);
      await hoglet.close();
    },
  };
}

const ATTACKS: [name: string, endless: [key: number, project: number][], asks: [key: number, project: number]][] = [
  [
    "three of one key against another project",
    [
      [0, 0],
      [0, 0],
      [0, 0],
    ],
    [1, 1],
  ],
  [
    "three of one key against another key of its project",
    [
      [0, 0],
      [0, 0],
      [0, 0],
    ],
    [1, 0],
  ],
  [
    "three keys of one project against another project",
    [
      [0, 0],
      [1, 0],
      [2, 0],
    ],
    [3, 1],
  ],
  [
    "three keys of one project against a fourth",
    [
      [0, 0],
      [1, 0],
      [2, 0],
    ],
    [3, 0],
  ],
  [
    "one key in three projects against another",
    [
      [0, 0],
      [0, 1],
      [0, 2],
    ],
    [1, 3],
  ],
  [
    "three keys in three projects against another",
    [
      [0, 0],
      [1, 1],
      [2, 2],
    ],
    [3, 3],
  ],
];

const fair = suite("security: endless queries");
// Each keeps the cores busy until its queries are ended.
const attack = oneIn(9, fair);

for (const [name, endless, [key, project]] of ATTACKS) {
  attack(`${name} do not keep select 1 waiting`, async () => {
    await using world = await openWorld();
    const answers = endless.map((one) => world.endless(...one));
    const reply = await world.ask(key, project, "select 1");
    assert.is(reply.status, 200, await reply.clone().text());
    assert.equal(((await reply.json()) as { results: unknown }).results, [[1]]);
    assert.equal(
      answers.map(({ status }) => status),
      [null, null, null],
    );
  });
}

whenAll(fair)("beyond ten that wait a key is refused with Retry-After, and another key is not", async () => {
  await using world = await openWorld();
  const answers = Array.from({ length: 11 }, () => world.endless(0, 0));
  const refused = await world.ask(0, 0, "select 1");
  assert.is(refused.status, 429);
  assert.is(refused.headers.get("retry-after"), "3600");
  assert.match(await refused.text(), /10 queries of this key are waiting/);
  assert.is((await world.ask(1, 0, "select 1")).status, 200);
  assert.ok(answers.every(({ status }) => status === null));
});

fair("a program that holds the handle is answered beside them", async () => {
  await using world = await openWorld();
  for (let index = 0; index < 5; index++) world.endless(0, 0);
  const answers = await Promise.all(Array.from({ length: 20 }, () => world.hoglet.query("select 1")));
  assert.equal(
    answers.map(({ results }) => results),
    Array.from({ length: 20 }, () => [[1]]),
  );
});

whenAll(fair)("one that gave way to others is answered in the end", async () => {
  await using world = await openWorld();
  const long =
    "with recursive c(x) as (select 1 union all select x + 1 from c where x < 4000000) select count(*) from c";
  const [first, second] = [world.ask(0, 0, long), world.ask(1, 1, long)];
  const short = await Promise.all([world.ask(2, 2, "select 1"), world.ask(3, 3, "select 1")]);
  assert.equal(
    short.map(({ status }) => status),
    [200, 200],
  );
  for (const reply of [await first, await second]) {
    assert.equal(((await reply.json()) as { results: unknown }).results, [[4_000_000]]);
  }
});

fair.run();
