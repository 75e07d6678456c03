import * as fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { SYSTEM } from "../../../lib/admin/activity/index.ts";
import { captureEvents } from "../../../lib/ingest/capture/index.ts";
import type { Context } from "../../../lib/handle/context.ts";
import { deletePerson, runDeletions } from "../../../lib/people/deletion/index.ts";
import { toUuidText } from "../../../lib/base/ids.ts";
import { openContext } from "../../../lib/handle/open-context.ts";
import { splitPerson } from "../../../lib/people/persons/index.ts";
import { firstProject } from "../../../lib/admin/projects/index.ts";
import { findInFiles } from "../../support/raw-bytes.ts";
import { rounds } from "../../support/rounds.ts";
import { tempFolder } from "../../support/temp-folder.ts";
import { NOW_MS } from "../../support/world.ts";
import { Crash, crashAtCommit } from "./crash.ts";
import { captureInto, emptyModel, idsInUse, removeFrom, runOn, splitOff } from "./deletion-model.ts";
import type { ModelEvent, Model } from "./deletion-model.ts";

const LETTERS = ["a", "b", "c", "d", "e"] as const;
const letters = fc.constantFrom(...LETTERS);
/** A person that every story deletes at its end. */
const LAST = "person-last-zq";
const toId = (letter: string) => `person-${letter}-zq`;

type Step =
  | { kind: "capture"; events: Omit<ModelEvent, "uuid">[] }
  | { kind: "delete"; id: string; withEvents: boolean; keepPerson: boolean }
  | { kind: "split"; id: string }
  | { kind: "run"; crashes: number[] }
  | { kind: "reopen" };

const events = fc.record({
  event: fc.constantFrom("ping", "ping", "$identify", "$merge_dangerously"),
  distinctId: letters.map(toId),
  other: letters.map(toId),
  isPersonless: fc.integer({ min: 0, max: 5 }).map((n) => n === 0),
});

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ kind: fc.constant("capture"), events: fc.array(events, { maxLength: 6 }) }) },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant("delete"),
        id: letters.map(toId),
        withEvents: fc.integer({ min: 0, max: 3 }).map((n) => n > 0),
        keepPerson: fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("split"), id: letters.map(toId) }) },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant("run"),
        crashes: fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 2 }),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("reopen") }) },
  ) as fc.Arbitrary<Step>,
  { maxLength: 14 },
);

/** The real database: a file, opened again whenever it was closed or crashed. */
interface Real {
  ctx: Context;
  file: string;
}

const reopen = (real: Real) => {
  real.ctx.db.close();
  real.ctx = openContext({ file: real.file, now: () => NOW_MS }).ctx;
};

const personIdOf = ({ ctx }: Real, id: string) =>
  ctx.db.sql("SELECT person_id FROM distinct_ids WHERE project_id = 1 AND distinct_id = ?").pluck().get(id) as
    | number
    | null
    | undefined;

async function take(real: Real, model: Model, step: Step): Promise<void> {
  const edit = { project: firstProject(real.ctx), by: SYSTEM };
  if (step.kind === "reopen") reopen(real);
  if (step.kind === "capture" && step.events.length > 0) await capture(real, model, step.events);
  if (step.kind === "run") await runWith(real, model, step.crashes);
  if (step.kind !== "delete" && step.kind !== "split") return;
  const personId = personIdOf(real, step.id);
  assert.is(personId === null || personId === undefined, !model.persons.some((person) => person.ids.has(step.id)));
  if (personId === null || personId === undefined) return;
  if (step.kind === "split") {
    await splitPerson(real.ctx, edit, personId, { main_distinct_id: step.id });
    splitOff(model, step.id);
  } else {
    await deletePerson(real.ctx, edit, personId, { delete_events: step.withEvents, keep_person: step.keepPerson });
    removeFrom(model, step.id, step);
  }
}

async function capture(real: Real, model: Model, wanted: readonly Omit<ModelEvent, "uuid">[]): Promise<void> {
  const made = wanted.map((event) => {
    const uuid = `0198f0a0-0000-7000-8000-${String(++model.made).padStart(12, "0")}`;
    return { ...event, uuid, isPersonless: event.isPersonless && event.event === "ping" };
  });
  const captured = made.map(({ uuid, event, distinctId, other, isPersonless }) => ({
    event,
    distinct_id: distinctId,
    uuid,
    properties: {
      mark: `mark-${uuid}`,
      $set: { email: `mail-${uuid}` },
      ...(event === "$identify" && { $anon_distinct_id: other }),
      ...(event === "$merge_dangerously" && { alias: other }),
      ...(isPersonless && { $process_person_profile: false }),
    },
  }));
  await captureEvents(real.ctx, firstProject(real.ctx), captured);
  for (const event of made) captureInto(model, event);
}

const crashes = { count: 0 };

/** Runs the deletions, crashing at the given commits, until a run finishes. */
async function runWith(real: Real, model: Model, commits: readonly number[]): Promise<void> {
  for (const nth of commits) {
    const isDead = crashAtCommit(real.ctx, nth);
    await runDeletions(real.ctx).catch((error: unknown) => {
      if (!(error instanceof Crash)) throw error;
    });
    if (isDead()) crashes.count += 1;
    reopen(real);
  }
  await runDeletions(real.ctx);
  runOn(model);
}

function compare({ ctx }: Real, model: Model): void {
  const persons = ctx.db
    .sql(
      `SELECT p.properties, group_concat(d.distinct_id) AS ids FROM persons p JOIN distinct_ids d ON d.person_id = p.id
       GROUP BY p.id`,
    )
    .all() as { properties: string; ids: string }[];
  assert.equal(
    persons.map((row) => `${row.ids.split(",").toSorted().join()} ${emailOf(row.properties)}`).toSorted(),
    model.persons.map((person) => `${[...person.ids].toSorted().join()} ${person.email}`).toSorted(),
  );
  const stored = ctx.db
    .sql("SELECT e.uuid, d.distinct_id FROM events e JOIN distinct_ids d ON d.id = e.distinct_id_id ORDER BY e.seq")
    .all() as { uuid: Buffer; distinct_id: string }[];
  assert.equal(
    stored.map((row) => `${toUuidText(row.uuid)} ${row.distinct_id}`),
    model.events.map((event) => `${event.uuid} ${event.distinctId}`),
  );
  const indexed = ctx.db.sql("SELECT count(*) FROM event_index WHERE seq NOT IN (SELECT seq FROM events)").pluck();
  assert.is(indexed.get(), 0);
}

function emailOf(properties: string): string {
  return String((JSON.parse(properties) as { email?: string }).email ?? "");
}

/** Everything that any endpoint, export or query could show. */
function dump({ ctx }: Real): string {
  const tables = ctx.db.sql("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all() as string[];
  return JSON.stringify(tables.map((table) => ctx.db.sqlite.prepare(`SELECT * FROM ${table}`).all()));
}

/** Texts that no remaining data contains. */
function gone(model: Model): string[] {
  const uuids = Array.from(
    { length: model.made },
    (_, n) => `0198f0a0-0000-7000-8000-${String(n + 1).padStart(12, "0")}`,
  );
  const kept = new Set(model.events.map((event) => event.uuid));
  const emails = new Set(model.persons.map((person) => person.email));
  const inUse = idsInUse(model);
  return [
    ...uuids.filter((uuid) => !kept.has(uuid)).map((uuid) => `mark-${uuid}`),
    ...uuids.filter((uuid) => !kept.has(uuid) && !emails.has(`mail-${uuid}`)).map((uuid) => `mail-${uuid}`),
    ...[...LETTERS.map(toId), LAST].filter((id) => !inUse.has(id)),
  ];
}

const RUNS = rounds(8, 30);

const property = suite("runDeletions");

property("captures, merges, splits, deletions, runs, crashes and reopenings come to what the model says", async () => {
  const folder = tempFolder();
  let made = 0;
  const commits = fc.array(fc.integer({ min: 1, max: 10 }), { minLength: 1, maxLength: 3 });
  const check = fc.asyncProperty(steps, commits, async (taken, crashing) => {
    const file = folder.file(`${made++}.db`);
    const real: Real = { file, ctx: openContext({ file, now: () => NOW_MS }).ctx };
    const model = emptyModel();
    for (const step of taken) {
      await take(real, model, step);
      compare(real, model);
    }
    // One more for certain, so that there is something to verify.
    await take(real, model, {
      kind: "capture",
      events: [{ event: "ping", distinctId: LAST, other: "", isPersonless: false }],
    });
    // Dropped, which only a warning tells.
    const refused = { $anon_distinct_id: "x", $process_person_profile: false };
    await captureEvents(real.ctx, firstProject(real.ctx), {
      event: "$identify",
      distinct_id: LAST,
      properties: refused,
    });
    await take(real, model, { kind: "delete", id: LAST, withEvents: true, keepPerson: false });
    await take(real, model, { kind: "run", crashes: crashing });
    compare(real, model);
    const shown = dump(real);
    assert.equal(
      gone(model).filter((text) => shown.includes(text)),
      [],
    );
    real.ctx.db.close();
    assert.equal(findInFiles(file, gone(model)), []);
  });
  try {
    await fc.assert(check, { numRuns: RUNS });
    assert.ok(crashes.count > RUNS / 3, `only ${crashes.count} runs died`);
  } finally {
    folder.remove();
  }
});

property.run();
