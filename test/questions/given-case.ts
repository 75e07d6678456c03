import { readFileSync } from "node:fs";
import { createHoglet, HogletError } from "../../lib/index.ts";
import type { Hoglet, HogletOptions, TrendQuestion } from "../../lib/index.ts";
import type { ExpectedSeries } from "./compare-series.ts";
import type { CaseData } from "./load-case.ts";

/** A given case (reference/insights.md 16). */
export interface GivenCase<Expected = ExpectedSeries & Record<string, unknown>> extends CaseData {
  id: string;
  insight: string;
  note?: string;
  profile?: string;
  query: Record<string, unknown>;
  expected: Expected;
}

const FILE = new URL("../../fixtures/cases/insights.json", import.meta.url);

/** The given cases of an insight. */
export function givenCases<Expected>(insight: string): GivenCase<Expected>[] {
  const all = JSON.parse(readFileSync(FILE, "utf8")) as GivenCase<Expected>[];
  return all.filter((one) => one.insight === insight);
}

/** The answer to a question. */
export interface Answered {
  status: number;
  body: { result: Record<string, unknown>[]; [field: string]: unknown };
}

/** Imports a case into a new database, as the command line does, and asks its question by POST, by GET and in process. */
export async function askCase(
  one: GivenCase<unknown>,
  path: string,
  options: Pick<HogletOptions, "engine"> = {},
): Promise<Record<"post" | "get" | "inProcess", Answered>> {
  await using hoglet = await createHoglet({ now: one.now, ...options });
  await hoglet.import(toLines(one), { persons: "given" });
  const query = one.profile === "late-legacy" ? { ...one.query, breakdown_other: true } : one.query;
  const url = `http://hoglet.test/api/projects/${hoglet.project.id}/insights/${path}/`;
  const headers = { authorization: `Bearer ${hoglet.personalApiKey}`, "content-type": "application/json" };
  const post = await hoglet.fetch(url, { method: "POST", headers, body: JSON.stringify(query) });
  const get = await hoglet.fetch(`${url}?${toQueryString(query)}`, { headers });
  return {
    post: await toAnswered(post),
    get: await toAnswered(get),
    inProcess: await askInProcess(hoglet, one.insight, query),
  };
}

/** Methods of the handle whose names are not those of the given cases' insights. */
const METHODS: Record<string, string> = { trends: "trend", funnel_trends: "funnel", funnel_time_to_convert: "funnel" };

/** The answer of the insight's method, as JSON would carry it. */
async function askInProcess({ insights }: Hoglet, insight: string, query: object): Promise<Answered> {
  try {
    const answer = await insights[(METHODS[insight] ?? insight) as "trend"](query as TrendQuestion);
    return { status: 200, body: JSON.parse(JSON.stringify(answer)) as Answered["body"] };
  } catch (error) {
    if (error instanceof HogletError) return { status: error.status, body: { ...error.toJSON(), result: [] } };
    throw error;
  }
}

async function toAnswered(response: Response): Promise<Answered> {
  return { status: response.status, body: (await response.json()) as Answered["body"] };
}

function toQueryString(query: Record<string, unknown>): string {
  return new URLSearchParams(Object.entries(query).map(([name, value]) => [name, toText(value)])).toString();
}

function toText(value: unknown): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** The case as NDJSON; times are those of the case, so persons without one are as old as its clock. */
export function* toLines(one: CaseData): Generator<string> {
  const { team = {}, now } = one;
  const { timezone, test_account_filters, path_cleaning_filters } = team;
  yield line("project", { timezone, test_account_filters, path_cleaning_filters });
  for (const person of one.persons ?? []) yield line("person", { created_at: now, ...person });
  for (const event of one.events ?? []) yield line("event", event);
  for (const group of one.groups ?? []) yield line("group", group);
  for (const cohort of one.cohorts ?? []) yield line("cohort", { name: `cohort ${cohort.id}`, ...cohort });
  for (const action of one.actions ?? []) yield line("action", action);
}

function line(kind: string, fields: object): string {
  return JSON.stringify({ kind, ...fields });
}
