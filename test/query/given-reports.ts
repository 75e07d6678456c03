import { readFileSync } from "node:fs";
import { createHoglet } from "../../lib/index.ts";
import type { Hoglet } from "../../lib/index.ts";

/** The symptom of a public report: events, a question, and the answer that the reporter could expect. */
export interface GivenReport {
  id: string;
  /** Where the symptom was reported. */
  report: string;
  why?: string;
  /** The clock; absent = a time after all events. */
  now?: string;
  /** Batches, which arrive one after the other. */
  capture: { event: string; distinct_id: string; timestamp: string; properties?: object }[][];
  /** A query node. */
  ask?: object;
  /** The part of the answer that is compared. */
  pick?: keyof typeof PICKS;
  /** Query of a list of persons; their first distinct ids are compared. */
  persons?: { properties: object[] };
  /** True = the times at which the persons were created are compared. */
  created?: boolean;
  /** A cohort to create; the first distinct ids of its members are compared. */
  cohort?: object;
  expected: unknown;
}

const FILE = new URL("../../fixtures/cases/reports.json", import.meta.url);

/** All reports. */
export function givenReports(): GivenReport[] {
  return JSON.parse(readFileSync(FILE, "utf8")) as GivenReport[];
}

/** Captures what a report says over HTTP, asks, and picks the part that its `expected` is about. */
export async function playReport(report: GivenReport): Promise<unknown> {
  await using hoglet = await createHoglet({ now: report.now ?? "2025-06-15T09:30:00Z" });
  for (const batch of report.capture) {
    await send(hoglet, "POST", "/batch/", { api_key: hoglet.project.api_token, batch });
  }
  const project = `/api/projects/${hoglet.project.id}`;
  if (report.persons !== undefined) {
    const filters = encodeURIComponent(JSON.stringify(report.persons.properties));
    return firstIds(await send(hoglet, "GET", `${project}/persons/?properties=${filters}`));
  }
  if (report.created === true) {
    const { results } = await send(hoglet, "GET", `${project}/persons/`);
    return rowsOf(results).map(({ created_at: at }) => String(at).replace(/\.000(?=Z)/, ""));
  }
  if (report.cohort !== undefined) {
    const { id } = await send(hoglet, "POST", `${project}/cohorts/`, report.cohort);
    return firstIds(await send(hoglet, "GET", `${project}/cohorts/${id}/persons/`));
  }
  const { results } = await send(hoglet, "POST", `${project}/query/`, { query: report.ask });
  return PICKS[report.pick ?? "data"](rowsOf(results));
}

type Row = Record<string, unknown>;

async function send(hoglet: Hoglet, method: string, path: string, body?: object): Promise<Row> {
  const response = await hoglet.fetch(`http://hoglet.test${path}`, {
    method,
    headers: { authorization: `Bearer ${hoglet.personalApiKey}`, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (response.status >= 300) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 500)}`);
  return JSON.parse(text) as Row;
}

function rowsOf(results: unknown): Row[] {
  return results as Row[];
}

function firstIds({ results }: Row): unknown[] {
  return rowsOf(results)
    .map((person) => (person["distinct_ids"] as string[])[0])
    .toSorted();
}

/** The parts of an answer that reports are about. */
const PICKS = {
  /** How many rows there are. */
  count: (rows: Row[]) => rows.length,
  rows: (rows: Row[]) => rows,
  /** The points of each line. */
  data: (rows: Row[]) => rows.map(({ data }) => data),
  /** The one number of each line. */
  number: (rows: Row[]) => rows.map(({ aggregated_value: value }) => value),
  /** Points, or the one number, by value of the breakdown. */
  byValue: (rows: Row[]) =>
    Object.fromEntries(
      rows.map(({ breakdown_value: value, aggregated_value: one, data }) => [String(value), one ?? data]),
    ),
  /** The number, first and last of the points, and their sum. */
  hours([row]: Row[]) {
    const days = row?.["days"] as string[];
    const data = row?.["data"] as number[];
    return { points: data.length, first: days[0], last: days.at(-1), total: data.reduce((sum, each) => sum + each, 0) };
  },
  /** The points of each status of a lifecycle. */
  life: (rows: Row[]) => Object.fromEntries(rows.map(({ status, data }) => [status, data])),
  /** The people of each step of a funnel. */
  steps: (rows: Row[]) => rows.map(({ count }) => count),
  /** The people of each step, by value of the breakdown. */
  brokenSteps: (rows: Row[]) =>
    Object.fromEntries(
      (rows as unknown as Row[][]).map((steps) => [
        [steps[0]?.["breakdown_value"]].flat().join(),
        steps.map(({ count }) => count),
      ]),
    ),
};
