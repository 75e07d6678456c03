import { existsSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { pullHistory } from "../../../adapters/posthog/index.ts";
import { createHoglet } from "../../../lib/index.ts";
import type { Hoglet } from "../../../lib/index.ts";
import { tempFolder } from "../../support/temp-folder.ts";
import { whenAll } from "../../support/rounds.ts";

const HOST = "http://far.example";
const KEY = "phx_given";

const pulls = suite("pull from another hoglet");
let folder: ReturnType<typeof tempFolder>;
pulls.before.each(() => void (folder = tempFolder()));
pulls.after.each(() => folder.remove());

function at(minute: number): string {
  return new Date(Date.UTC(2024, 2, 1, 0, minute)).toISOString();
}

/** More than two pages of events, a merge, a person with many ids, a personless event, an autocapture. */
async function createFar(): Promise<Hoglet> {
  const far = await createHoglet({ personalApiKey: KEY });
  const many = Array.from({ length: 2300 }, (_, n) => ({
    event: "opened",
    distinct_id: `u-${n % 40}`,
    timestamp: at(n),
    properties: { n, $set: { last: n } },
  }));
  await far.capture(many);
  const element = { tag_name: "a", $el_text: "Buy", attr__class: "cta big", nth_child: 2 };
  await far.capture([
    { event: "$identify", distinct_id: "u-1", timestamp: at(3000), properties: { $anon_distinct_id: "anon-1" } },
    { event: "$autocapture", distinct_id: "u-2", timestamp: at(3001), properties: { $elements: [element] } },
    { event: "seen", distinct_id: "ghost", timestamp: at(3002), properties: { $process_person_profile: false } },
  ]);
  for (let n = 0; n < 14; n++) {
    await far.capture({
      event: "$identify",
      distinct_id: "u-3",
      timestamp: at(3100 + n),
      properties: { $anon_distinct_id: `a-${n}` },
    });
    await far.capture({ event: "later", distinct_id: `a-${n}`, timestamp: at(3200 + n) });
  }
  return far;
}

const toSorted = (line: Record<string, unknown>) => ({
  ...line,
  // Whether an id was identified is not in the API.
  is_identified: undefined,
  ...(Array.isArray(line["distinct_ids"]) && { distinct_ids: (line["distinct_ids"] as string[]).toSorted() }),
  properties: Object.fromEntries(Object.entries(line["properties"] as object).toSorted()),
});

async function contents(hoglet: Hoglet) {
  const lines: Record<string, unknown>[] = [];
  for await (const line of hoglet.export({ kinds: ["person", "event"] }))
    lines.push(JSON.parse(line) as Record<string, unknown>);
  return lines.map((line) => JSON.stringify(toSorted(line))).toSorted();
}

whenAll(pulls)("the copy has the same events, persons and elements, and a second pull adds nothing", async () => {
  await using far = await createFar();
  await using near = await createHoglet();
  const options = { host: HOST, key: KEY, folder: folder.file("pull"), fetch: far.fetch as typeof fetch };
  const counts = await pullHistory(near, options);
  assert.equal(await contents(near), await contents(far));
  assert.is(counts.events, 2300 + 3 + 28);
  assert.not.ok(existsSync(folder.file("pull")));
  const again = await pullHistory(near, options);
  assert.is(again.events, 0);
  assert.equal(await contents(near), await contents(far));
});

pulls("stopped in the middle, it goes on with the page that was missing", async () => {
  await using far = await createFar();
  await using near = await createHoglet();
  const asked: string[] = [];
  const stop = new AbortController();
  const options = {
    host: HOST,
    key: KEY,
    folder: folder.file("pull"),
    signal: stop.signal,
    async fetch(input: string | URL | Request, init?: RequestInit) {
      asked.push(String(input));
      if (asked.length === 3) stop.abort();
      return far.fetch(new Request(String(input), init));
    },
  };
  await pullHistory(near, options as never).then(
    () => assert.unreachable(),
    (error: Error) => assert.match(error.message, "goes on from here"),
  );
  assert.equal(await contents(near), []);
  const before = asked.length;
  await pullHistory(near, { ...options, signal: new AbortController().signal } as never);
  assert.equal(await contents(near), await contents(far));
  // Persons and the first page of events were there.
  assert.ok(!asked.slice(before).some((url) => url.includes("/persons/")));
});

const refused = () => Promise.reject(new TypeError("fetch failed", { cause: { code: "ECONNREFUSED" } }));

pulls("a host that never answered is given up after three tries with the reason, one that did after ten", async () => {
  await using near = await createHoglet();
  const pull = async (fetch: (asked: number) => Promise<Response>) => {
    let asked = 0;
    const options = {
      host: HOST,
      key: KEY,
      folder: folder.file("dead"),
      sleep: async () => {},
      fetch: () => fetch(++asked),
    };
    const error = await pullHistory(near, options as never).catch((reason: Error) => reason);
    return [asked, (error as Error).message];
  };
  assert.equal(await pull(refused), [3, `${HOST} does not answer (ECONNREFUSED). Is the address right?`]);
  const first = (asked: number) => (asked === 1 ? Promise.resolve(new Response("", { status: 503 })) : refused());
  assert.equal(await pull(first), [10, `${HOST} does not answer (ECONNREFUSED). The next pull goes on from here.`]);
});

pulls("a refusal, another host and endless failures end it with a sentence", async () => {
  await using near = await createHoglet();
  const pull = (fetch: () => Promise<Response>) =>
    pullHistory(near, {
      host: HOST,
      key: KEY,
      folder: folder.file("pull"),
      maxFailures: 2,
      sleep: async () => {},
      fetch,
    } as never).then(
      () => assert.unreachable() as never,
      (error: Error) => error.message,
    );
  assert.match(await pull(async () => new Response("{}", { status: 403 })), "answers 403: check");
  assert.match(await pull(async () => new Response("oh", { status: 500 })), "answers 500");
  assert.match(await pull(async () => Promise.reject(new Error("down"))), "does not answer");
  const away = { results: [], next: "http://evil.example/api/projects/1/persons/" };
  assert.match(await pull(async () => Response.json(away)), "leads to another host");
  assert.match(await pull(async () => Response.json({ results: [], next: "/no-host" })), "leads to another host");
  assert.match(await pull(async () => Response.json({ results: [null], next: null })), "its answers are no lists");
  // In turns, so that no page leads to itself.
  let page = 0;
  const inCircle = async () => Response.json({ results: [], next: `${HOST}/api/?page=${++page % 3}` });
  assert.match(await pull(inCircle), "leads in a circle");
  const onAndOn = async () => Response.json({ results: [], next: `${HOST}/api/?page=${++page}` });
  assert.match(await pull(onAndOn), "gives empty pages without end");
  const deep = `{"results":[{"properties":{"x":${"[".repeat(50_000)}${"]".repeat(50_000)}}}],"next":null}`;
  assert.match(await pull(async () => new Response(deep)), "nested deeper than 100 levels");
});

pulls.run();
