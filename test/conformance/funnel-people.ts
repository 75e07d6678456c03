import type { Candidate, Define } from "./candidate.ts";
import * as assert from "uvu/assert";
import { createRandom } from "../../fixtures/random.ts";
import type { Random } from "../../fixtures/random.ts";
import { createDispatch, routes } from "../../lib/http/index.ts";
import { toFetch } from "../../lib/http/fetch.ts";
import type { Fetch } from "../../lib/http/fetch.ts";
import { openContext } from "../../lib/handle/open-context.ts";
import { addEvents, disturb, NAMES, NOW, openLog, VALUES } from "../engines/columns/random-log.ts";
import { followAll } from "../support/follow.ts";
import { seeds } from "../support/rounds.ts";

// The rule: the pages behind a link of an answer hold exactly as many people as the number says.

const QUESTIONS = 12;

interface Step {
  count: number;
  converted_people_url: string;
  dropped_people_url: string | null;
}

interface Trend {
  reached_from_step_count: number[];
  reached_to_step_count: number[];
  converted_people_urls: string[];
  dropped_people_urls: string[];
}

interface Correlation {
  events: {
    success_count: number;
    success_people_url: string;
    failure_count: number;
    failure_people_url: string;
  }[];
}

interface Promised {
  url: string;
  wanted: number;
}

function randomFunnel(random: Random, number: number): Record<string, unknown> {
  const some = (part: () => object, probability = 0.4) => (random.chance(probability) ? part() : {});
  const filter = () => ({ key: random.pick(["plan", "amount"]), value: random.pick(VALUES.slice(0, 11)) });
  const entity = () => ({ id: random.pick([...NAMES, null]), ...some(() => ({ properties: [filter()] }), 0.15) });
  const events = Array.from({ length: random.integer(1, 4) }, (_, index) => ({ ...entity(), order: index }));
  const actions = random.chance(0.15) ? [{ id: number * 10, order: 1 }] : [];
  const last = events.length + actions.length - 1;
  const unused = NAMES.filter((name) => events.every(({ id }) => id !== name));
  const exclusions = unused.slice(0, 1).map((id) => ({ id, funnel_from_step: 0, funnel_to_step: last }));
  return {
    events,
    actions,
    ...some(() => ({ properties: [{ ...filter(), operator: "is_not" }] }), 0.2),
    ...some(() => ({ aggregation_group_type_index: 0 }), 0.15),
    ...some(() => ({ exclusions: last > 0 ? exclusions : [] }), 0.2),
    funnel_order_type: random.pick(["ordered", "ordered", "strict", "unordered"]),
    ...random.pick([
      { funnel_window_days: 3 },
      { funnel_window_interval: 1, funnel_window_interval_unit: "month" },
      { funnel_window_interval: 6, funnel_window_interval_unit: "hour" },
      {},
    ]),
    date_from: random.pick(["-30d", "2024-03-05", "all", "-7d"]),
    interval: random.pick(["day", "week", "month"]),
  };
}

function randomBreakdown(random: Random, number: number, steps: number): Record<string, unknown> {
  const attribution = {
    breakdown_attribution_type: random.pick(["first_touch", "last_touch", "step", "all_events"]),
    breakdown_attribution_value: random.integer(0, steps - 1),
    breakdown_limit: random.pick([1, 2, 25]),
  };
  return {
    ...attribution,
    ...random.pick([
      { breakdown: "plan", breakdown_type: "event" },
      { breakdown: ["plan", "amount"], breakdown_type: "event" },
      { breakdowns: [{ property: "plan", type: "person" }], breakdown_type: "person" },
      { breakdown: "plan", breakdown_type: "group", breakdown_group_type_index: 0 },
      { breakdown: ["all", number * 10 + 1, number * 10 + 2], breakdown_type: "cohort" },
    ]),
  };
}

interface Asking {
  fetch: Fetch;
  key: string;
  projectId: number;
}

async function ask({ fetch, key, projectId }: Asking, path: string, query: object): Promise<unknown> {
  const response = await fetch(`/api/projects/${projectId}/insights/${path}/`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify(query),
  });
  const body = (await response.json()) as { result: unknown; attr?: string };
  // The random cohort may be invalid, so that it cannot be saved.
  if (body.attr?.startsWith("groups__")) return null;
  assert.is(response.status, 200, JSON.stringify({ query, body }));
  return body.result;
}

async function stepPromises(asking: Asking, query: object): Promise<Promised[]> {
  const result = (await ask(asking, "funnel", query)) as (Step | Step[])[] | null;
  if (result === null) return [];
  const lines = result.some((line) => Array.isArray(line)) ? (result as Step[][]) : [result as Step[]];
  return lines.flatMap((steps) =>
    steps.flatMap(({ count, converted_people_url: converted, dropped_people_url: dropped }, index) => {
      const before = steps[index - 1]?.count ?? 0;
      return [
        { url: converted, wanted: count },
        ...(dropped === null ? [] : [{ url: dropped, wanted: before - count }]),
      ];
    }),
  );
}

async function trendPromises(asking: Asking, query: object): Promise<Promised[]> {
  const lines = (await ask(asking, "funnel", { ...query, funnel_viz_type: "trends" })) as Trend[] | null;
  return (lines ?? []).flatMap((line) =>
    line.reached_to_step_count.flatMap((to, index) => [
      { url: line.converted_people_urls[index] ?? "", wanted: to },
      { url: line.dropped_people_urls[index] ?? "", wanted: (line.reached_from_step_count[index] ?? 0) - to },
    ]),
  );
}

async function correlationPromises(asking: Asking, random: Random, query: object): Promise<Promised[]> {
  const type = random.pick([
    { funnel_correlation_type: "events" },
    { funnel_correlation_type: "properties", funnel_correlation_names: ["$all"] },
    { funnel_correlation_type: "event_with_properties", funnel_correlation_event_names: NAMES },
  ]);
  const result = (await ask(asking, "funnel/correlation", { ...query, ...type })) as Correlation | null;
  return (result?.events ?? []).flatMap((item) => [
    { url: item.success_people_url, wanted: item.success_count },
    { url: item.failure_people_url, wanted: item.failure_count },
  ]);
}

/** A few, those with people first. */
function chosen(random: Random, promises: Promised[]): Promised[] {
  const ranked = promises.map((promise) => ({ promise, rank: random.unit() - (promise.wanted > 0 ? 0.7 : 0) }));
  return ranked
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, 5)
    .map(({ promise }) => promise);
}

async function runSeed(seed: number, options: Candidate["options"]): Promise<number> {
  const random = createRandom(seed, 17);
  const clock = { nowMs: Date.parse(NOW) };
  const { ctx, personalApiKey } = openContext({ now: () => clock.nowMs, ...options });
  const fetch = toFetch(createDispatch(ctx, routes));
  const projects = openLog(ctx.db, random);
  let people = 0;
  for (let round = 0; round < QUESTIONS; round++) {
    const index = random.integer(0, 1);
    const project = projects[index];
    assert.ok(project);
    // Merges in the middle of funnels, deletions, other properties.
    if (random.chance(0.3)) disturb(ctx.db, project, random);
    addEvents(ctx.db, project, random, random.integer(5, 40));
    const asking = { fetch, key: personalApiKey ?? "", projectId: project.id };
    const funnel = randomFunnel(random, index + 1);
    const steps = (funnel["events"] as unknown[]).length;
    const kind = random.pick(["steps", "steps", "trends", "correlation", "correlation"] as const);
    const query =
      random.chance(0.5) && kind !== "correlation"
        ? { ...funnel, ...randomBreakdown(random, index + 1, steps) }
        : funnel;
    const promises =
      kind === "steps"
        ? await stepPromises(asking, query)
        : kind === "trends"
          ? await trendPromises(asking, query)
          : await correlationPromises(asking, random, query);
    // Links may be followed at any time.
    clock.nowMs += random.pick([0, 3_600_000, 86_400_000 * 3]);
    for (const { url, wanted } of chosen(random, promises)) {
      const found = await followAll(
        { fetch, personalApiKey: personalApiKey ?? "" },
        `${url}&limit=3&funnel_correlation_person_limit=3`,
      );
      const keys = new Set(
        found.map((person) => JSON.stringify([person["uuid"], person["id"], person["distinct_ids"]])),
      );
      assert.equal([found.length, keys.size], [wanted, wanted], `seed ${seed}: ${JSON.stringify(query)}\n${url}`);
      people += wanted;
    }
  }
  await ctx.engine.close?.();
  ctx.db.close();
  return people;
}

/** Links of random funnels and correlations lead to as many people as the number says. */
export function conformToFunnelPeople(test: Define, { options }: Candidate): void {
  test("links of funnels and correlations lead to as many people as the number says", async () => {
    const played = seeds(1, 3);
    let people = 0;
    for (const seed of played) people += await runSeed(seed, options);
    assert.ok(people > 30 * played.length, `${people} people were found`);
  });
}
