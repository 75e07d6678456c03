import * as fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { CapturedEvent } from "../../lib/capture/index.ts";
import { captureEvents, createQueue } from "../../lib/capture/index.ts";
import type { Context } from "../../lib/context.ts";
import { toUuidText } from "../../lib/ids.ts";
import { openContext } from "../../lib/open-context.ts";
import { IdentityMap } from "../../lib/persons/index.ts";
import { createProject } from "../../lib/projects/index.ts";
import type { Project } from "../../lib/projects/index.ts";
import { rounds } from "../support/rounds.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { NOW_MS } from "../support/world.ts";
import { emptyModel, isMerging, runOnModel } from "./identity-model.ts";
import type { Command, Model, ModelEvent } from "./identity-model.ts";

const ids = fc.constantFrom("a", "b", "c", "d", "e", "null");
const values = fc.oneof(fc.constantFrom(1, 2, null), fc.constant(["x"]));
const changes = fc.dictionary(fc.constantFrom("p", "q", "r"), values, { maxKeys: 2 });

// Few uuids, so that events come twice, and few minutes, so that they come late.
const events: fc.Arbitrary<ModelEvent> = fc.record({
  uuid: fc.integer({ min: 0, max: 60 }).map((n) => `0198f0a0-0000-7000-8000-0000000000${String(n).padStart(2, "0")}`),
  event: fc.constantFrom("ping", "$set", "$identify", "$identify", "$create_alias", "$merge_dangerously"),
  distinctId: ids,
  other: ids,
  isPersonless: fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
  timestampMs: fc.integer({ min: -5, max: 0 }).map((minutes) => NOW_MS + minutes * 60_000),
  set: changes,
  setOnce: changes,
  unset: fc.array(fc.constantFrom("p", "q"), { maxLength: 1 }),
});

const commands: fc.Arbitrary<Command> = fc.record({
  kind: fc.constant("capture"),
  requests: fc.array(fc.array(events, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 }),
  isDisturbed: fc.integer({ min: 0, max: 3 }).map((n) => n === 0),
});

const steps = fc.array(fc.record({ handle: fc.constantFrom<0 | 1>(0, 1), command: commands }), { maxLength: 8 });

function toCaptured(event: ModelEvent): CapturedEvent {
  const key = event.event === "$identify" ? "$anon_distinct_id" : "alias";
  return {
    event: event.event,
    distinct_id: event.distinctId,
    uuid: event.uuid,
    timestamp: new Date(event.timestampMs).toISOString(),
    $set: event.set,
    $set_once: event.setOnce,
    properties: {
      $unset: event.unset,
      ...(isMerging(event) && { [key]: event.other }),
      ...(event.isPersonless && { $process_person_profile: false }),
    },
  };
}

/** A context that keeps hardly anything in memory: whatever it finds comes from the tables. */
function forgetful(ctx: Context): Context {
  const identity = new IdentityMap(ctx.db, { ids: 2, persons: 1 });
  return { ...ctx, identity, queue: createQueue({ db: ctx.db, identity, live: ctx.live }) };
}

async function runForReal(ctx: Context, project: Project, command: Command): Promise<void> {
  // All requests of a command are under way at once: they share a transaction, unless that fails.
  const captures = command.requests.map((request) => captureEvents(ctx, project, request.map(toCaptured)));
  const disturbance = command.isDisturbed ? ctx.queue.push(1, fail).catch(() => {}) : undefined;
  await Promise.all([...captures, disturbance]);
}

function fail(): never {
  throw new Error("on purpose");
}

/** What the database holds, in the model's form. */
function read({ db }: Context, projectId: number): Model {
  const persons = db
    .sql("SELECT id, uuid, properties, is_identified, version, created_at FROM persons WHERE project_id = ?")
    .all(projectId) as {
    id: number;
    uuid: string;
    properties: string;
    is_identified: number;
    version: number;
    created_at: number;
  }[];
  const known = db
    .sql("SELECT distinct_id, person_id, is_personless FROM distinct_ids WHERE project_id = ?")
    .all(projectId) as { distinct_id: string; person_id: number | null; is_personless: number }[];
  const stored = db
    .sql(
      `SELECT e.uuid, d.distinct_id FROM events e JOIN distinct_ids d ON d.id = e.distinct_id_id
       WHERE e.project_id = ? ORDER BY e.seq`,
    )
    .all(projectId) as { uuid: Buffer; distinct_id: string }[];
  return {
    projectId,
    persons: persons.map((row) => ({
      uuid: row.uuid,
      ids: new Set(known.filter((id) => id.person_id === row.id).map((id) => id.distinct_id)),
      properties: JSON.parse(row.properties) as Record<string, unknown>,
      isIdentified: row.is_identified === 1,
      version: row.version,
      createdAtMs: row.created_at,
    })),
    personless: new Set(known.filter((id) => id.is_personless === 1).map((id) => id.distinct_id)),
    events: stored.map((row) => `${toUuidText(row.uuid)} ${row.distinct_id}`),
    warnings: db
      .sql("SELECT type FROM ingestion_warnings WHERE project_id = ? ORDER BY id")
      .pluck()
      .all(projectId) as string[],
  };
}

/** In an order that does not depend on who was first. */
function comparable(model: Model): unknown {
  const persons = model.persons
    .map((person) => ({ ...person, ids: [...person.ids].toSorted() }))
    .toSorted((a, b) => (a.uuid < b.uuid ? -1 : 1));
  return { ...model, persons, personless: [...model.personless].toSorted() };
}

const identity = suite("identity");

identity("two handles on one file, taking turns, come to what the plain model says", async () => {
  const folder = tempFolder();
  const options = { file: folder.file("a.db"), now: () => NOW_MS };
  const handles = [openContext(options).ctx, forgetful(openContext(options).ctx)] as const;
  const property = fc.asyncProperty(steps, async (taken) => {
    const project = createProject(handles[0], { name: "of one run" });
    const model = emptyModel(project.id);
    for (const { handle, command } of taken) {
      await runForReal(handles[handle], project, command);
      runOnModel(model, command);
      assert.equal(comparable(read(handles[0], project.id)), comparable(model));
    }
  });
  try {
    await fc.assert(property, { numRuns: rounds(300) });
  } finally {
    for (const { db } of handles) db.close();
    folder.remove();
  }
});

identity.run();
