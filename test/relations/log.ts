import type { Random } from "../../fixtures/random.ts";
import { createHoglet } from "../../lib/index.ts";
import type { Hoglet } from "../../lib/index.ts";

/** An event as a client sends it. */
export interface Sent {
  event: string;
  distinct_id: string;
  timestampMs: number;
  properties: Record<string, unknown>;
}

export const DAY_MS = 86_400_000;
/** Noon of a Wednesday. Logs have the 20 days before it. */
export const NOW_MS = Date.parse("2024-03-20T12:00:00Z");
const DAYS = 20;

export const NAMES = ["a", "b", "c"];
const VALUES = ["x", "y", "Xy", "", "null", "7", 7, 10.5, true, null, undefined, ["x"], "2024-03-01"];
const PEOPLE = 7;

/**
 * A random log: events of few people in few minutes, so that times are equal and steps follow each other, in another order than
 * they happened, with merges of known persons.
 */
export function randomLog(random: Random): Sent[] {
  const hasPersonless = random.chance(0.3);
  return Array.from({ length: random.integer(10, 60) }, (): Sent => {
    const distinct_id = `u${random.integer(1, PEOPLE)}`;
    const day = random.integer(1, DAYS);
    const timestampMs = NOW_MS - day * DAY_MS + random.integer(0, 3) * 3_600_000 + random.integer(0, 9) * 60_000;
    if (random.chance(0.08)) return toMerge(distinct_id, `u${random.integer(1, PEOPLE)}`, timestampMs);
    const p = random.pick(VALUES);
    return {
      event: random.pick(NAMES),
      distinct_id,
      timestampMs,
      properties: {
        ...(p !== undefined && { p }),
        n: random.integer(0, 9),
        ...(hasPersonless && random.chance(0.4) && PERSONLESS),
      },
    };
  });
}

const PERSONLESS = { $process_person_profile: false };

export function isPersonless({ properties }: Sent): boolean {
  return properties["$process_person_profile"] === false;
}

/** The persons of both ids become one, known or not. */
export function toMerge(distinct_id: string, alias: string, timestampMs: number): Sent {
  return { event: "$merge_dangerously", distinct_id, timestampMs, properties: { alias } };
}

/** A project that holds one log. */
export interface LogProject {
  hoglet: Hoglet;
  projectId: number;
}

/** One hoglet for each clock: its threads and processes start once, and each log has a project of its own. */
const hoglets = new Map<number, Promise<Hoglet>>();

/** Closes what `captureLog` has opened. */
export async function closeAll(): Promise<void> {
  for (const hoglet of hoglets.values()) await (await hoglet).close();
}

/** Captures a log into a new project, by HTTP, in the order of the list. */
export async function captureLog(log: readonly Sent[], nowMs = NOW_MS): Promise<LogProject> {
  if (!hoglets.has(nowMs)) hoglets.set(nowMs, createHoglet({ now: new Date(nowMs).toISOString() }));
  const hoglet = (await hoglets.get(nowMs)) as Hoglet;
  const { id: projectId, api_token: api_key } = await hoglet.projects.create({ name: "a log" });
  const batch = log.map(({ timestampMs, ...event }) => ({ ...event, timestamp: new Date(timestampMs).toISOString() }));
  const response = await hoglet.fetch("http://hoglet.test/batch/", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ api_key, batch }),
  });
  if (response.status !== 200) throw new Error(await response.text());
  return { hoglet, projectId };
}

/** Posts to a path below the project, and gives the answer. */
export function post(project: LogProject, path: string, body: unknown): Promise<Record<string, unknown>> {
  return send(project, `${path}/`, { method: "POST", body: JSON.stringify(body) });
}

/** Reads a path below the project. */
export function get(project: LogProject, path: string): Promise<Record<string, unknown>> {
  return send(project, path, { method: "GET" });
}

async function send(
  { hoglet, projectId }: LogProject,
  path: string,
  init: RequestInit,
): Promise<Record<string, unknown>> {
  const response = await hoglet.fetch(`http://hoglet.test/api/projects/${projectId}/${path}`, {
    ...init,
    headers: { authorization: `Bearer ${hoglet.personalApiKey}`, "content-type": "application/json" },
  });
  const answer = (await response.json()) as Record<string, unknown>;
  if (response.status >= 300) throw new Error(JSON.stringify({ path, body: init.body, answer }));
  return answer;
}
