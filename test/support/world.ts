import { createDispatch, routes } from "../../lib/http/index.ts";
import { captureEvents } from "../../lib/ingest/capture/index.ts";
import type { CapturedEvent } from "../../lib/ingest/capture/index.ts";
import type { Context } from "../../lib/handle/context.ts";
import { openContext } from "../../lib/handle/open-context.ts";
import type { HogletOptions } from "../../lib/handle/options.ts";
import { addProject, getProject } from "../../lib/admin/projects/index.ts";
import { allEvents } from "../../lib/log/event-rows.ts";
import { elementsOf, propertiesOf } from "../../lib/log/event-texts.ts";
import { writeNow } from "../../lib/storage/index.ts";

/** The clock of a new world: 2024-06-10T12:00:00.000Z, as in fixtures/cases/capture.md. */
export const NOW_MS = Date.UTC(2024, 5, 10, 12);

/** An event as a client sends it: the same object goes in process and over the wire. */
export interface Sent {
  event: string;
  distinct_id: string;
  properties?: Record<string, unknown>;
  timestamp?: string;
  uuid?: string;
  $set?: Record<string, unknown>;
  $set_once?: Record<string, unknown>;
  /** Ignored by the server at this place. */
  $unset?: unknown;
}

/** A person's row and its distinct ids in the order in which they were first seen. */
export interface StoredPerson {
  uuid: string;
  properties: Record<string, unknown>;
  is_identified: boolean;
  version: number;
  /** ISO text with milliseconds. */
  created_at: string;
  distinct_ids: string[];
}

/** A row of the event log, and the UUID of the person it counts for now; null = no person. */
export interface StoredEvent {
  event: string;
  distinct_id: string;
  /** ISO text with milliseconds. */
  timestamp: string;
  properties: Record<string, unknown>;
  elements: string | null;
  person: string | null;
}

export interface StoredWarning {
  type: string;
  distinct_id: string;
  /** UUID of the event; null when it was dropped. */
  event_uuid: string | null;
  details: Record<string, unknown>;
}

/** How events reach the database: by `captureEvents`, or as a batch by `POST /e/`. */
export type Way = "in process" | "over HTTP";
export const WAYS: readonly Way[] = ["in process", "over HTTP"];

/** An open context whose clock the test moves, and everything that capture leaves in the database. */
export interface World {
  ctx: Context;
  clock: { nowMs: number };
  /** Captures the events as one request; resolves when it is committed. @throws on any reply but 200 */
  capture(events: Sent | readonly Sent[], to?: { project?: number; way?: Way; ip?: string }): Promise<void>;
  /** Null when no person claims the distinct id. */
  person(distinctId: string, project?: number): StoredPerson | null;
  persons(project?: number): StoredPerson[];
  events(project?: number): StoredEvent[];
  warnings(project?: number): StoredWarning[];
  close(): void;
}

/** The bytes of a world without options: making the tables and projects costs twice as much as opening them, and thousands of tests do it. */
let contents: Uint8Array | undefined;

/** Opens a database with the projects 1 (token `phc_demo`) and 2 (`phc_two`). */
export function openWorld(options: HogletOptions = {}): World {
  const clock = { nowMs: NOW_MS };
  const now = () => clock.nowMs;
  const isPlain = Object.keys(options).length === 0;
  const first = { now, projectToken: "phc_demo", personalApiKey: "phx_test_key" };
  const { ctx } = openContext({ ...first, ...options, ...(isPlain && contents !== undefined && { contents }) });
  const hasSecond = ctx.db.sql("SELECT 1 FROM projects WHERE id = 2").get() !== undefined;
  if (!hasSecond) writeNow(ctx.db, () => addProject(ctx, { name: "second", api_token: "phc_two" }));
  if (isPlain) contents ??= ctx.db.sqlite.serialize();
  return {
    ctx,
    clock,
    async capture(events, { project = 1, way = "in process", ip } = {}) {
      if (way === "over HTTP") return post(ctx, project, [events].flat() as Sent[], ip ?? null);
      const given = [events].flat().map((event) => (ip === undefined ? event : Object.assign({ ip }, event)));
      return captureEvents(ctx, getProject(ctx, project), given as CapturedEvent[]);
    },
    person: (distinctId, project = 1) =>
      readPersons(ctx, project).find((person) => person.distinct_ids.includes(distinctId)) ?? null,
    persons: (project = 1) => readPersons(ctx, project),
    events: (project = 1) => readEvents(ctx, project),
    warnings: (project = 1) => readWarnings(ctx, project),
    close: () => ctx.db.close(),
  };
}

async function post(ctx: Context, project: number, batch: readonly Sent[], ip: string | null): Promise<void> {
  const body = Buffer.from(JSON.stringify({ api_key: project === 1 ? "phc_demo" : "phc_two", batch }));
  const reply = await createDispatch(ctx, routes)({ method: "POST", url: "/e/", headers: {}, body, ip });
  if (reply.status !== 200) throw new Error(`${reply.status} ${String(reply.body)}`);
}

function readPersons({ db }: Context, project: number): StoredPerson[] {
  const rows = db
    .sql(
      "SELECT id, uuid, properties, is_identified, version, created_at FROM persons WHERE project_id = ? ORDER BY id",
    )
    .all(project) as {
    id: number;
    uuid: string;
    properties: string;
    is_identified: number;
    version: number;
    created_at: number;
  }[];
  return rows.map((row) => ({
    uuid: row.uuid,
    properties: JSON.parse(row.properties) as Record<string, unknown>,
    is_identified: row.is_identified === 1,
    version: row.version,
    created_at: new Date(row.created_at).toISOString(),
    distinct_ids: db
      .sql("SELECT distinct_id FROM distinct_ids WHERE project_id = ? AND person_id = ? ORDER BY id")
      .pluck()
      .all(project, row.id) as string[],
  }));
}

function readEvents({ db }: Context, project: number): StoredEvent[] {
  const rows = db
    .sql(
      `SELECT n.name AS event, d.distinct_id, e.timestamp, ${propertiesOf("e")} AS properties, ${elementsOf("e")} AS elements, p.uuid AS person
       FROM ${allEvents()} e JOIN event_names n ON n.id = e.event_name_id JOIN distinct_ids d ON d.id = e.distinct_id_id
         LEFT JOIN persons p ON p.id = d.person_id
       WHERE e.project_id = ? ORDER BY e.seq`,
    )
    .all(project) as (Omit<StoredEvent, "timestamp" | "properties"> & { timestamp: number; properties: string })[];
  return rows.map((row) => ({
    event: row.event,
    distinct_id: row.distinct_id,
    timestamp: new Date(row.timestamp).toISOString(),
    properties: JSON.parse(row.properties) as Record<string, unknown>,
    elements: row.elements,
    person: row.person,
  }));
}

function readWarnings({ db }: Context, project: number): StoredWarning[] {
  const rows = db
    .sql("SELECT type, distinct_id, event_uuid, details FROM ingestion_warnings WHERE project_id = ? ORDER BY id")
    .all(project) as (Omit<StoredWarning, "details"> & { details: string })[];
  return rows.map((row) => ({
    type: row.type,
    distinct_id: row.distinct_id,
    event_uuid: row.event_uuid,
    details: JSON.parse(row.details) as Record<string, unknown>,
  }));
}
