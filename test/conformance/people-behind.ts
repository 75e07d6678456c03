import type { Candidate, Define } from "./candidate.ts";
import * as assert from "uvu/assert";
import { createRandom } from "../../fixtures/random.ts";
import type { Random } from "../../fixtures/random.ts";
import { createDispatch, routes } from "../../lib/http/index.ts";
import { toFetch } from "../../lib/http/fetch.ts";
import { openContext } from "../../lib/handle/open-context.ts";
import type { Fetch } from "../../lib/http/fetch.ts";
import type { ProjectSettings } from "../../lib/questions/shared/project-settings.ts";
import { addEvents, disturb, NOW, openLog } from "../engines/columns/random-log.ts";
import { randomQuestion } from "../engines/columns/random-question.ts";
import type { RandomQuestion } from "../engines/columns/random-question.ts";
import { followAll } from "../support/follow.ts";
import { seeds, size } from "../support/rounds.ts";

// The rule: the pages behind a link of an answer hold exactly as many people as the number says. Where the number counts no
// people, they hold the people whom it would count.

const QUESTIONS = size(4, 8);

/** Links followed of each line of an answer. */
const LINKS = 3;

/** Maths whose number is one of people (or groups), bucket by bucket. */
const COUNTS_PEOPLE = new Set(["dau", "weekly_active", "monthly_active", "unique_group", "first_time_for_user", "first_matching_event_for_user"]); // prettier-ignore

/** Maths that put every person into one bucket: sums of buckets count people too. */
const COUNTS_ONCE = new Set(["dau", "first_time_for_user", "first_matching_event_for_user"]);

interface Line {
  action?: { math: string; math_property: string | null; math_group_type_index: number | null; order: number };
  label: string;
  breakdown_value?: unknown;
  compare_label?: string;
  data: number[];
  days: unknown[];
  aggregated_value?: number;
  persons_urls?: { url: string }[];
  persons?: { url: string };
}

interface RetentionRow {
  label: string;
  values: { count: number; people_url: string }[];
  people_url: string;
}

/** A link, and the number of people that must be behind it; null = unknown. */
interface Promised {
  url: string;
  wanted: number | null;
  story: string;
}

interface Asking {
  fetch: Fetch;
  key: string;
  project: ProjectSettings;
  random: Random;
}

async function ask(asking: Asking, path: string, query: Record<string, unknown>): Promise<unknown[] | null> {
  const response = await asking.fetch(`/api/projects/${asking.project.id}/insights/${path}/`, {
    method: "POST",
    headers: { authorization: `Bearer ${asking.key}`, "content-type": "application/json" },
    body: JSON.stringify(query),
  });
  const body = (await response.json()) as { result: unknown[] };
  if (response.status === 400) return null;
  assert.is(response.status, 200, JSON.stringify(body));
  return body.result;
}

/** A few of a list: chance decides which, numbers that are not zero come first. */
function some<T>(random: Random, list: readonly T[], isFull: (item: T) => boolean): T[] {
  const shuffled = list.map((item) => ({ item, rank: random.unit() - (isFull(item) ? 0.5 : 0) }));
  return shuffled
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, LINKS)
    .map(({ item }) => item);
}

function recounted(entities: unknown): object[] {
  return ((entities ?? []) as object[]).map((entity) =>
    Object.assign({}, entity, { math: "dau", math_property: null }),
  );
}

/** The question that counts the people of a question's events, and keeps every value of its breakdown. */
function toPeopleQuestion(query: Record<string, unknown>): Record<string, unknown> {
  return {
    ...query,
    events: recounted(query["events"]),
    actions: recounted(query["actions"]),
    breakdown_limit: 1000,
    offset: 0,
    breakdown_other: false,
  };
}

const isOther = ({ label }: Line) => label.includes("all remaining values");

/** The number of people that each number of the line stands for; null = the number counts no people. */
function countPeople(line: Line, people: Line[] | null, query: Record<string, unknown>): (number | null)[] {
  const { math = "total", math_property: property = null, order = 0 } = line.action ?? {};
  const isOfGroups = typeof line.action?.math_group_type_index === "number";
  const numbers = line.aggregated_value === undefined ? line.data : [line.aggregated_value];
  const isCumulative = query["display"] === "ActionsLineGraphCumulative";
  if (COUNTS_PEOPLE.has(math) && (COUNTS_ONCE.has(math) || !isCumulative)) return numbers;
  const isUnknown =
    isOfGroups ||
    COUNTS_PEOPLE.has(math) ||
    isOther(line) ||
    // This math counts only events with a session.
    (property === "$session_duration" && !["total", "unique_session"].includes(math));
  const twin = people?.find(
    (other) =>
      other.action?.order === order &&
      other.compare_label === line.compare_label &&
      JSON.stringify(toPlain(other.breakdown_value)) === JSON.stringify(toPlain(line.breakdown_value)),
  );
  if (isUnknown) return numbers.map(() => null);
  // A value that only events without a person have in the value range; the range may be wider.
  if (twin === undefined) return numbers.map(() => null);
  return twin.aggregated_value === undefined ? twin.data : [twin.aggregated_value];
}

/** Late-legacy answers have a marker for missing values. */
function toPlain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toPlain);
  return String(value).includes("breakdown_null") || value === 9_007_199_254_740_990 ? "" : value;
}

async function trendPromises(asking: Asking, query: Record<string, unknown>): Promise<Promised[]> {
  const lines = (await ask(asking, "trend", query)) as Line[] | null;
  if (lines === null) return [];
  const isBinned = query["breakdown_histogram_bin_count"] !== undefined;
  const people = (await ask(asking, "trend", toPeopleQuestion(query))) as Line[] | null;
  return lines.flatMap((line) => {
    const counts = countPeople(line, people, query);
    const links = line.persons_urls ?? (line.persons === undefined ? [] : [line.persons]);
    assert.is(links.length, counts.length, "as many links as numbers");
    const all = links.map(({ url }, index) => ({
      url,
      wanted: isBinned && !COUNTS_PEOPLE.has(line.action?.math ?? "") ? null : (counts[index] ?? null),
      story: `${line.label} ${line.compare_label ?? ""} point ${index} (${String(line.days[index])})`,
    }));
    return some(asking.random, all, ({ wanted }) => wanted !== 0);
  });
}

async function plainPromises(asking: Asking, query: Record<string, unknown>): Promise<Promised[]> {
  const lines = (await ask(asking, "trend", query)) as Line[] | null;
  return (lines ?? []).flatMap((line) => {
    const all = (line.persons_urls ?? []).map(({ url }, index) => ({
      url,
      wanted: Math.abs(line.data[index] ?? NaN),
      story: `${line.label} point ${index}`,
    }));
    return some(asking.random, all, ({ wanted }) => wanted !== 0);
  });
}

async function retentionPromises(asking: Asking, query: Record<string, unknown>): Promise<Promised[]> {
  const rows = (await ask(asking, "retention", query)) as RetentionRow[] | null;
  const all = (rows ?? []).flatMap(({ label, values, people_url: url }) => {
    const cells = values.map(({ count: wanted, people_url }, index) => {
      return { url: people_url, wanted, story: `${label} cell ${index}` };
    });
    return cells.concat({ url, wanted: values[0]?.count ?? 0, story: `${label}, the table` });
  });
  return [...some(asking.random, all, ({ wanted }) => wanted !== 0), ...some(asking.random, all, () => true)];
}

function widened(random: Random, { kind, query }: RandomQuestion): RandomQuestion {
  const isComparable = kind === "trend" || kind === "stickiness";
  const compare = isComparable && query["date_from"] !== "all" && random.chance(0.25) ? { compare: true } : {};
  const sources = random.pick([[{ property: "plan", type: "person" }], [{ property: "plan" }, { property: "amount" }]]);
  const rows = kind === "retention" && random.chance(0.3) ? { breakdowns: sources } : {};
  const session = { breakdown: "$session_duration", breakdown_type: "session" };
  const bins = random.chance(0.5) ? { breakdown_histogram_bin_count: 3 } : {};
  const durations = kind === "trend" && random.chance(0.1) ? { ...session, ...bins } : {};
  return { kind, query: { ...query, ...compare, ...rows, ...durations } };
}

async function runSeed(seed: number, options: Candidate["options"]): Promise<number> {
  const random = createRandom(seed, 7);
  const clock = { nowMs: Date.parse(NOW) };
  const { ctx, personalApiKey } = openContext({ now: () => clock.nowMs, ...options });
  const fetch = toFetch(createDispatch(ctx, routes));
  const projects = openLog(ctx.db, random);
  let followed = 0;
  for (let round = 0; round < QUESTIONS; round++) {
    const index = random.integer(0, 1);
    const project = projects[index];
    assert.ok(project);
    if (random.chance(0.3)) disturb(ctx.db, project, random);
    if (random.chance(0.4)) addEvents(ctx.db, project, random, random.integer(5, 40));
    const { kind, query } = widened(random, randomQuestion(random, index + 1));
    const asking = { fetch, key: personalApiKey ?? "", project, random };
    const shown = { LIFECYCLE: "Lifecycle", STICKINESS: "Stickiness" }[kind.toUpperCase()];
    const promises =
      kind === "trend"
        ? await trendPromises(asking, query)
        : kind === "retention"
          ? await retentionPromises(asking, query)
          : await plainPromises(asking, { ...query, shown_as: shown });
    // Links may be followed at any time.
    clock.nowMs += random.integer(0, 3) * 86_400_000;
    for (const { url, wanted, story } of promises) {
      const limit = random.chance(0.5) ? `&limit=${random.integer(1, 4)}` : "";
      const hoglet = { fetch, personalApiKey: asking.key };
      const rows = await followAll(hoglet, url + limit);
      const told = `--seed ${seed}, question ${round}: ${kind} ${JSON.stringify(query)} of ${JSON.stringify(project)}: ${story}: ${url}`;
      if (wanted !== null) assert.is(rows.length, wanted, told);
      assert.is(new Set(rows.map(nameOf)).size, rows.length, `nobody twice: ${told}`);
      followed += 1;
    }
    clock.nowMs = Date.parse(NOW);
  }
  await ctx.engine.close?.();
  ctx.db.close();
  return followed;
}

function nameOf(row: Record<string, unknown>): string {
  const { uuid, group_key: key } = (row["person"] ?? row) as Record<string, unknown>;
  return String(uuid ?? key);
}

/** Links of random answers lead to as many people as the number says. */
export function conformToPeopleBehind(test: Define, { options }: Candidate): void {
  test("links to people lead to exactly as many people as the number says, over random logs and questions", async () => {
    const played = seeds(1, 3);
    let followed = 0;
    for (const seed of played) followed += await runSeed(seed, options);
    assert.ok(followed > played.length * size(10, 15), `${followed} links were followed`);
  });
}
