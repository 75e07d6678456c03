import { readFileSync } from "node:fs";
import { createHoglet } from "../../lib/index.ts";
import type { Hoglet } from "../../lib/index.ts";
import { findJob, startJob } from "../../lib/query/query-jobs.ts";
import { openRest } from "../http/ask.ts";

/** A given case of query nodes (reference/query.md 10). */
export interface GivenQuery {
  id: string;
  title: string;
  kind: "convert" | "request" | "result-shape" | "error";
  given: GivenRequest | GivenConversion;
  expect: Record<string, unknown>;
  note?: string;
}

/** A conversion between `filters` and nodes. */
export interface GivenConversion {
  direction: "filters_to_query" | "query_to_filters" | "properties" | "upgrade";
  converter?: "server" | "frontend";
  scope?: "global" | "entity";
  filters?: unknown;
  query?: unknown;
  properties?: unknown;
}

interface Step {
  now?: string;
  request: string;
  body?: unknown;
  /** The name that later steps call the answer by. */
  as?: string;
}

/** Data, steps, and the request that counts. */
export interface GivenRequest extends Step {
  persons?: { distinct_ids: string[]; properties?: object; created_at?: string; uuid?: string }[];
  groups?: { group_type_index: number; group_key: string; properties?: object; created_at?: string }[];
  events?: { event: string; distinct_id: string; timestamp?: string; properties?: object }[];
  before?: Step[];
  stored_status?: Record<string, unknown> | null;
}

const FILE = new URL("../../fixtures/cases/query.json", import.meta.url);

/** All given cases. */
export function givenQueries(): GivenQuery[] {
  return JSON.parse(readFileSync(FILE, "utf8")) as GivenQuery[];
}

/** The answer to a case's request. */
export interface AnsweredQuery {
  status: number;
  body: unknown;
}

/** Sends the request of a case about a query in a given state. */
export async function askStored({ request, stored_status: state }: GivenRequest): Promise<AnsweredQuery> {
  const { ask, ctx } = openRest();
  const [method = "", path = ""] = request.split(" ");
  if (state) {
    const id = "12345";
    startJob(ctx, { projectId: 1, id }, () => new Promise(() => {}));
    Object.assign(findJob(ctx, 1, id) ?? {}, state, { complete: state["complete"] ?? true });
  }
  const { status, body } = await ask<unknown>(method, `/api/projects/1/${path}`);
  return { status, body };
}

/** Stores the data of a case, does its steps in order, and sends its request. */
export async function askGiven(given: GivenRequest): Promise<AnsweredQuery> {
  const clock = { ms: Date.parse(given.before?.[0]?.now ?? given.now ?? "2024-01-01T00:00:00Z") };
  await using hoglet = await createHoglet({ now: () => clock.ms });
  await hoglet.import(toLines(given, new Date(clock.ms).toISOString()), { persons: "given" });
  const answers = new Map<string, unknown>();
  for (const step of given.before ?? []) {
    if (step.now !== undefined) clock.ms = Date.parse(step.now);
    const { body } = await send(hoglet, step, answers);
    if (step.as !== undefined) answers.set(step.as, body);
  }
  if (given.now !== undefined) clock.ms = Date.parse(given.now);
  return await send(hoglet, given, answers);
}

function* toLines({ persons = [], groups = [], events = [] }: GivenRequest, now: string): Generator<string> {
  for (const person of persons) yield JSON.stringify({ kind: "person", created_at: now, ...person });
  for (const group of groups) yield JSON.stringify({ kind: "group", ...group });
  for (const event of events) yield JSON.stringify({ kind: "event", timestamp: now, ...event });
}

async function send(hoglet: Hoglet, step: Step, answers: ReadonlyMap<string, unknown>): Promise<AnsweredQuery> {
  const [method = "", path = ""] = fill(step.request, answers).split(" ");
  const body = step.body === undefined ? undefined : (fillAll(step.body, answers) as object);
  const response = await hoglet.fetch(`http://hoglet.test/api/projects/${hoglet.project.id}/${path}`, {
    method,
    headers: { authorization: `Bearer ${hoglet.personalApiKey}`, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === "" ? null : JSON.parse(text) };
}

const NAMED = /\{(\w+)\.(\w+)\}/g;

/** `{insight.id}` becomes a field of the answer that a step called `insight`. */
function fill(text: string, answers: ReadonlyMap<string, unknown>): string {
  return text.replaceAll(NAMED, (_, name: string, field: string) =>
    String((answers.get(name) as Record<string, unknown> | undefined)?.[field]),
  );
}

function fillAll(value: unknown, answers: ReadonlyMap<string, unknown>): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, each: unknown) => {
      const [whole, name = "", field = ""] = typeof each === "string" ? (/^\{(\w+)\.(\w+)\}$/.exec(each) ?? []) : [];
      return whole !== undefined && answers.has(name) ? (answers.get(name) as Record<string, unknown>)[field] : each;
    }),
  );
}
