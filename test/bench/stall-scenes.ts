import { createHoglet } from "../../lib/index.ts";
import { createRandom } from "../../fixtures/random.ts";

/** The key of the scenes: a file that is opened again does not tell its own. */
export const SCENE_KEY = "phx_bench_key_of_some_length_0123456789";

/** The sizes of the scenes. */
export interface SceneSizes {
  /** Events of the log, in no order of time. */
  events: number;
  /** Events of the import. */
  imported: number;
  /** How long endless work lasts. */
  seconds: number;
}

/** A request to the server, with the key. */
export type Ask = (
  path: string,
  init?: { body?: string | AsyncIterable<Uint8Array>; signal?: AbortSignal },
) => Promise<Response>;

/** Long work of one client, beside which others are answered. */
export interface Scene {
  name: string;
  run(ask: Ask, sizes: SceneSizes): Promise<unknown>;
}

const DAY_MS = 86_400_000;
const START_MS = Date.parse("2026-01-01");
const PERSONS = 5000;

/** The event of a number, as SDKs send them. */
function eventOf(random: ReturnType<typeof createRandom>, index: number) {
  return {
    event: ["viewed", "clicked", "bought"][index % 3] as string,
    distinct_id: `p${random.integer(0, PERSONS - 1)}`,
    timestamp: new Date(START_MS + random.integer(0, 90 * DAY_MS)).toISOString(),
    properties: {
      plan: index % 2 === 0 ? "free" : "pro",
      amount: index % 1000,
      url: `/page/${index % 400}`,
      note: "stalls",
    },
  };
}

/** Makes a file whose events arrived in no order of time; the server that opens it moves them into chunks and columns. */
export async function fillScenes(file: string, { events }: SceneSizes): Promise<void> {
  const hoglet = await createHoglet({ file, projectToken: "phc_bench", personalApiKey: SCENE_KEY });
  const random = createRandom(46);
  for (let first = 0; first < events; first += 5000) {
    await hoglet.capture(
      Array.from({ length: Math.min(5000, events - first) }, (_, index) => eventOf(random, first + index)),
    );
  }
  await hoglet.close();
}

/** Reads an answer to its end. */
async function whole(reply: Response): Promise<void> {
  if (!reply.ok) throw new Error(`${reply.status} ${(await reply.text()).slice(0, 200)}`);
  for await (const _ of reply.body ?? []);
}

const get = (name: string, path: string): Scene => ({ name, run: async (ask) => whole(await ask(path)) });

const sql = (query: string) => JSON.stringify({ query: { kind: "HogQLQuery", query } });

const RARE = encodeURIComponent(JSON.stringify([{ key: "plan", value: "none has it" }]));

/** Answers a signal that aborts when the time is over. */
const over = ({ seconds }: SceneSizes) => AbortSignal.timeout(seconds * 1000);

const untilOver = (error: unknown) => {
  if ((error as Error).name !== "TimeoutError" && (error as Error).name !== "AbortError") throw error;
};

/** All scenes, in an order in which the log is complete before it is asked. */
export const SCENES: readonly Scene[] = [
  {
    name: "compaction and columns, after the start",
    run: async (ask, sizes) => {
      const stop = over(sizes);
      while (!stop.aborted) await whole(await ask("insights"));
    },
  },
  get("a list of events", "events?limit=1000"),
  get("a list, far down", "events?limit=100&offset=50000"),
  get("a list by a rare property", `events?properties=${RARE}`),
  get("a list by name and a rare property", `events?event=bought&properties=${RARE}`),
  get("events as CSV", "events.csv"),
  get("values of a property", "events/values?key=url"),
  get("names of properties", "property_definitions?limit=100"),
  get("persons, a search", "persons?search=nobody"),
  get("persons as CSV", "persons.csv"),
  {
    name: "SQL, 50,000 rows",
    run: async (ask) => whole(await ask("query", { body: sql("select * from events limit 50000") })),
  },
  {
    name: "four endless statements",
    run: (ask, sizes) => {
      const signal = over(sizes);
      const body = sql(
        "select count() from events a join events b on a.event = b.event join events c on b.event = c.event",
      );
      const asked = Array.from({ length: 4 }, async () => whole(await ask("query", { body, signal })).catch(() => {}));
      return Promise.all(asked.map((each) => each.catch(untilOver)));
    },
  },
  {
    name: "50 listeners",
    run: (ask, sizes) => {
      const signal = over(sizes);
      const listening = Array.from({ length: 50 }, async () => whole(await ask("events/live", { signal })));
      return Promise.all(listening.map((each) => each.catch(untilOver)));
    },
  },
  { name: "an import", run: importEvents },
  {
    name: "deletion of 300 persons",
    run: async (ask) => {
      const distinctIds = Array.from({ length: 300 }, (_, index) => `p${index}`);
      const body = JSON.stringify({ distinct_ids: distinctIds, delete_events: true });
      await whole(await ask("persons/bulk_delete", { body }));
      await whole(await ask("deletions/run", { body: "{}" }));
    },
  },
];

async function importEvents(ask: Ask, { imported }: SceneSizes): Promise<void> {
  const random = createRandom(47);
  const lines = async function* () {
    for (let first = 0; first < imported; first += 1000) {
      const length = Math.min(1000, imported - first);
      const part = Array.from({ length }, (_, index) => JSON.stringify(eventOf(random, first + index)));
      yield Buffer.from(`${part.join("\n")}\n`);
    }
  };
  const { id } = (await (await ask("imports?name=events.ndjson", { body: lines() })).json()) as { id: string };
  await whole(await ask(`imports/${id}/look`, { body: "{}" }));
  await whole(await ask(`imports/${id}/start`, { body: "{}" }));
  for (;;) {
    const { state, error } = (await (await ask(`imports/${id}`)).json()) as { state: string; error?: unknown };
    if (state === "done") return;
    if (state === "failed") throw new Error(`The import failed: ${JSON.stringify(error)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
