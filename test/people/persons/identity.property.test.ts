import * as fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { SYSTEM } from "../../../lib/admin/activity/index.ts";
import type { CapturedEvent } from "../../../lib/ingest/capture/index.ts";
import { captureEvents, createQueue } from "../../../lib/ingest/capture/index.ts";
import { addMembers, createCohort } from "../../../lib/people/cohorts/index.ts";
import type { Context } from "../../../lib/handle/context.ts";
import { deletePerson, deletePersons } from "../../../lib/people/deletion/index.ts";
import { HogletError } from "../../../lib/base/errors.ts";
import { toUuidText } from "../../../lib/base/ids.ts";
import { openContext } from "../../../lib/handle/open-context.ts";
import { IdentityMap, splitPerson } from "../../../lib/people/persons/index.ts";
import { createProject } from "../../../lib/admin/projects/index.ts";
import type { Project } from "../../../lib/admin/projects/index.ts";
import { writeNow } from "../../../lib/storage/index.ts";
import { rounds } from "../../support/rounds.ts";
import { tempFolder } from "../../support/temp-folder.ts";
import { NOW_MS } from "../../support/world.ts";
import { emptyModel, isMerging, runOnModel } from "./identity-model.ts";
import type {
  ModelResult,
  CaptureCommand,
  Command,
  DeleteCommand,
  EnrollCommand,
  Model,
  ModelEvent,
  SplitCommand,
} from "./identity-model.ts";

// "null" is never merged; "a:split" stands for the UUID that "a" gets when its own is taken.
const IDS = ["a", "b", "c", "a:split", "null"] as const;
const ids = fc.constantFrom<string[]>(...IDS);
const values = fc.oneof(fc.constantFrom(1, 2, null), fc.constant(["x"]));
const changes = fc.dictionary(fc.constantFrom("p", "q", "r"), values, { maxKeys: 2 });

// Few uuids, so that events come twice, and few minutes, so that they come late.
const events: fc.Arbitrary<ModelEvent> = fc.record({
  uuid: fc.integer({ min: 0, max: 99 }).map((n) => `0198f0a0-0000-7000-8000-0000000000${String(n).padStart(2, "0")}`),
  event: fc.constantFrom("ping", "$set", "$identify", "$identify", "$create_alias", "$merge_dangerously"),
  distinctId: ids,
  other: ids,
  isPersonless: fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
  timestampMs: fc.integer({ min: -5, max: 0 }).map((minutes) => NOW_MS + minutes * 60_000),
  set: changes,
  setOnce: changes,
  unset: fc.array(fc.constantFrom("p", "q"), { maxLength: 1 }),
});

const captures: fc.Arbitrary<CaptureCommand> = fc.record({
  kind: fc.constant("capture"),
  requests: fc.array(fc.array(events, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 }),
  isDisturbed: fc.integer({ min: 0, max: 3 }).map((n) => n === 0),
});

// Mostly ids that the person has, since other ids are refused.
const splits: fc.Arbitrary<SplitCommand> = fc
  .oneof(
    fc.record({ of: ids, main: fc.constantFrom(null, "") }),
    fc.record({ of: ids }),
    ids.map((id) => ({ of: id, main: id })),
    ids.map((id) => ({ of: id, chosen: [id] })),
    fc.tuple(ids, ids).map(([of, other]) => ({ of, chosen: [of, other] })),
    fc.record({ of: ids, main: ids }),
    fc.record({ of: ids, main: ids, chosen: fc.tuple(ids) }),
  )
  .map((fields) => Object.assign({ kind: "split" as const }, fields));

const removals: fc.Arbitrary<DeleteCommand> = fc.record({
  kind: fc.constant("delete"),
  of: fc.array(ids, { minLength: 1, maxLength: 2 }),
  by: fc.constantFrom("id", "uuid", "distinct_ids"),
  withEvents: fc.boolean(),
  keepsPerson: fc.boolean(),
});

const enrollments: fc.Arbitrary<EnrollCommand> = fc.record({ kind: fc.constant("enroll"), of: ids });

const commands = fc.oneof(
  { weight: 5, arbitrary: captures },
  { weight: 3, arbitrary: splits },
  { weight: 2, arbitrary: removals },
  { weight: 1, arbitrary: enrollments },
);

const steps = fc.array(fc.record({ handle: fc.constantFrom<0 | 1>(0, 1), command: commands }), {
  maxLength: 20,
  size: "max",
});

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

/** A context whose caches hold hardly anything, so that it reads from the tables. */
function forgetful(ctx: Context): Context {
  const identity = new IdentityMap(ctx.db, { ids: 2, persons: 1 });
  return { ...ctx, identity, queue: createQueue({ db: ctx.db, identity, live: ctx.live }) };
}

/** The project and cohort of a run. */
interface Place {
  project: Project;
  /** A static cohort. */
  cohortId: number;
}

async function runForReal(ctx: Context, place: Place, command: Command): Promise<ModelResult> {
  try {
    if (command.kind === "capture") return await capture(ctx, place.project, command);
    return await edit(ctx, place, command);
  } catch (error) {
    if (error instanceof HogletError && error.status === 404) return "not found";
    if (error instanceof HogletError && error.status === 400) return "refused";
    throw error;
  }
}

async function capture(ctx: Context, project: Project, command: CaptureCommand): Promise<ModelResult> {
  // All requests of a command run at once: they share a transaction, unless that fails.
  const underWay = command.requests.map((request) => captureEvents(ctx, project, request.map(toCaptured)));
  const disturbance = command.isDisturbed ? ctx.queue.push(1, fail).catch(() => {}) : undefined;
  await Promise.all([...underWay, disturbance]);
  return 0;
}

async function edit(
  ctx: Context,
  { project, cohortId }: Place,
  command: Exclude<Command, CaptureCommand>,
): Promise<ModelResult> {
  const by = { project, by: SYSTEM };
  if (command.kind === "enroll") {
    await addMembers(ctx, by, cohortId, { distinct_ids: [command.of] });
    return 0;
  }
  if (command.kind === "split") {
    const { main, chosen } = command;
    await splitPerson(ctx, by, nameOf(ctx, project, command.of).id, {
      main_distinct_id: main,
      distinct_ids_to_split: chosen,
    });
    return 1;
  }
  const query = { delete_events: command.withEvents, keep_person: command.keepsPerson };
  if (command.by === "distinct_ids") {
    return (await deletePersons(ctx, by, { distinct_ids: command.of, ...query })).persons_found;
  }
  await deletePerson(ctx, by, nameOf(ctx, project, command.of[0] ?? "")[command.by], query);
  return 1;
}

/** The id and UUID of the owner of the distinct id; invented values when it has no owner. */
function nameOf({ db }: Context, project: Project, distinctId: string): { id: number; uuid: string } {
  const found = db
    .sql(
      `SELECT p.id, p.uuid FROM distinct_ids d JOIN persons p ON p.id = d.person_id
       WHERE d.project_id = ? AND d.distinct_id = ?`,
    )
    .get(project.id, distinctId) as { id: number; uuid: string } | undefined;
  return found ?? { id: 0, uuid: "00000000-0000-5000-8000-000000000000" };
}

function fail(): never {
  throw new Error("on purpose");
}

interface PersonRow {
  id: number;
  uuid: string;
  properties: string;
  is_identified: number;
  version: number;
  created_at: number;
  isMember: number;
}

/** The content of the database, in the model's form. */
function read({ db }: Context, { project, cohortId }: Place): Model {
  const persons = db
    .sql(
      `SELECT id, uuid, properties, is_identified, version, created_at,
         EXISTS (SELECT 1 FROM cohort_members WHERE cohort_id = ? AND person_id = persons.id) AS isMember
       FROM persons WHERE project_id = ?`,
    )
    .all(cohortId, project.id) as PersonRow[];
  const known = db
    .sql("SELECT distinct_id, person_id, is_personless FROM distinct_ids WHERE project_id = ? ORDER BY id")
    .all(project.id) as { distinct_id: string; person_id: number | null; is_personless: number }[];
  const stored = db
    .sql(
      `SELECT e.uuid, d.distinct_id FROM events e JOIN distinct_ids d ON d.id = e.distinct_id_id
       WHERE e.project_id = ? ORDER BY e.seq`,
    )
    .all(project.id) as EventRow[];
  return {
    projectId: project.id,
    persons: persons.map((row) => ({
      uuid: row.uuid,
      ids: new Set(known.filter((id) => id.person_id === row.id).map((id) => id.distinct_id)),
      properties: JSON.parse(row.properties) as Record<string, unknown>,
      isIdentified: row.is_identified === 1,
      version: row.version,
      createdAtMs: row.created_at,
      isMember: row.isMember === 1,
    })),
    seen: known.map((id) => id.distinct_id),
    personless: new Set(known.filter((id) => id.is_personless === 1).map((id) => id.distinct_id)),
    events: stored.map(toEvent),
    warnings: db
      .sql("SELECT type FROM ingestion_warnings WHERE project_id = ? ORDER BY id")
      .pluck()
      .all(project.id) as string[],
    deletions: readDeletions(db, project),
  };
}

interface EventRow {
  uuid: Buffer;
  distinct_id: string;
}

function toEvent(row: EventRow): string {
  return `${toUuidText(row.uuid)} ${row.distinct_id}`;
}

function readDeletions(db: Context["db"], project: Project): Model["deletions"] {
  const waiting = db.sql("SELECT id, key FROM deletions WHERE project_id = ? AND status = 'pending'").all(project.id);
  const doomed = db.sql(
    `SELECT e.uuid, d.distinct_id FROM deletions n, json_each(n.distinct_id_ids) o, distinct_ids d, events e
     WHERE n.id = ? AND d.id = o.value AND e.project_id = n.project_id AND e.distinct_id_id = d.id
       AND e.seq <= json_extract(n.reach, '$[' || o.key || '][0]')`,
  );
  return (waiting as { id: number; key: string }[]).map(({ id, key }) => ({
    key,
    events: new Set((doomed.all(id) as EventRow[]).map(toEvent)),
  }));
}

/** Rows that name a missing person. */
function strays({ db }: Context, { project, cohortId }: Place): unknown[] {
  const isGone = "person_id IS NOT NULL AND person_id NOT IN (SELECT id FROM persons WHERE project_id = ?)";
  return [
    ...db.sql(`SELECT * FROM distinct_ids WHERE project_id = ? AND ${isGone}`).all(project.id, project.id),
    ...db.sql(`SELECT * FROM cohort_members WHERE cohort_id = ? AND ${isGone}`).all(cohortId, project.id),
  ];
}

/** The owners of ids as a handle's caches know them, and as the tables hold them. */
function remembered({ db, identity }: Context, { project }: Place): { known: unknown; stored: unknown } {
  const look = () => IDS.map((id) => [identity.find(project.id, id), identity.findPerson(project.id, id)]);
  return writeNow(db, () => {
    const known = look();
    db.invalidate();
    return { known, stored: look() };
  });
}

/** Sorted, so that the order of arrival does not matter. */
function comparable(model: Model): unknown {
  const persons = model.persons
    .map((person) => ({ ...person, ids: [...person.ids].toSorted() }))
    .toSorted((a, b) => (a.uuid < b.uuid ? -1 : 1));
  const deletions = model.deletions
    .map(({ key, events: doomed }) => `${key} ${[...doomed].toSorted().join()}`)
    .toSorted();
  return { ...model, persons, personless: [...model.personless].toSorted(), deletions };
}

const RUNS = rounds(12, 80);

const identity = suite("identity");

identity("two handles on one file, taking turns, come to what the plain model says", async () => {
  const folder = tempFolder();
  const clock = { nowMs: NOW_MS };
  const options = { file: folder.file("a.db"), now: () => clock.nowMs };
  const handles = [openContext(options).ctx, forgetful(openContext(options).ctx)] as const;
  const reached = { capture: 0, split: 0, delete: 0, enroll: 0 };
  const property = fc.asyncProperty(steps, async (taken) => {
    const project = await createProject(handles[0], { name: "of one run" });
    const cohort = await createCohort(handles[0], { project }, { name: "members", is_static: true });
    const place = { project, cohortId: cohort.id };
    const model = emptyModel(project.id);
    for (const { handle, command } of taken) {
      clock.nowMs += 1000;
      const answer = await runForReal(handles[handle], place, command);
      assert.is(answer, runOnModel(model, command, clock.nowMs));
      assert.equal(comparable(read(handles[0], place)), comparable(model));
      assert.equal(strays(handles[0], place), []);
      if (typeof answer === "number") reached[command.kind] += answer;
    }
    for (const ctx of handles) {
      const { known, stored } = remembered(ctx, place);
      assert.equal(known, stored);
    }
  });
  try {
    await fc.assert(property, { numRuns: RUNS });
    const enough = Math.trunc(RUNS / 10);
    assert.ok(reached.split >= enough && reached.delete >= enough, `hardly any: ${JSON.stringify(reached)}`);
  } finally {
    for (const { db } of handles) db.close();
    folder.remove();
  }
});

identity.run();
