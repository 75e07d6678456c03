import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { HogletError } from "../../../lib/base/errors.ts";
import { createHoglet } from "../../../lib/index.ts";
import type { DeletionInput, Hoglet } from "../../../lib/index.ts";
import { findInFiles } from "../../support/raw-bytes.ts";
import { tempFolder } from "../../support/temp-folder.ts";

const uuid = (n: number) => `0198f0a0-0000-7000-8000-${String(n).padStart(12, "0")}`;

async function open(file?: string): Promise<Hoglet> {
  const hoglet = await createHoglet({ now: "2024-06-10T12:00:00Z", ...(file !== undefined && { file }) });
  await hoglet.capture([
    { event: "kept", distinct_id: "a", uuid: uuid(1), timestamp: "2024-06-09T12:00:00Z" },
    { event: "debug", distinct_id: "a", uuid: uuid(2), timestamp: "2024-06-09T12:00:00Z" },
    { event: "debug", distinct_id: "b", uuid: uuid(3), timestamp: "2024-06-01T00:00:00Z" },
    { event: "kept", distinct_id: "b", uuid: uuid(4), timestamp: "2024-05-31T23:59:59.999Z" },
  ]);
  await hoglet.projects.create({ name: "second" });
  await hoglet.capture(
    [
      { event: "debug", distinct_id: "a", uuid: uuid(2), timestamp: "2024-05-01T00:00:00Z" },
      { event: "kept", distinct_id: "a", uuid: uuid(5) },
    ],
    { project: 2 },
  );
  return hoglet;
}

/** Last digits of the existing uuids. */
const left = async (hoglet: Hoglet, project = 1) =>
  (await hoglet.events.list({ project })).results
    .map((event) => Number(event.uuid.slice(-2)))
    .toSorted((a, b) => a - b);

const kinds = suite("deletions.request");

const cases: [says: string, input: DeletionInput, remaining: number[], key: string][] = [
  ["all events of a name", { kind: "events_by_name", key: "debug" }, [1, 4], "debug"],
  ["all events before a date", { kind: "events_before", key: "2024-06-01" }, [1, 2, 3], "2024-06-01T00:00:00.000Z"],
  [
    "all events before an instant with an offset",
    { kind: "events_before", key: "2024-06-09T14:00:00.001+02:00" },
    [],
    "2024-06-09T12:00:00.001Z",
  ],
  ["one event by its uuid", { kind: "event", key: uuid(2).toUpperCase() }, [1, 3, 4], uuid(2)],
];

for (const [says, input, remaining, key] of cases) {
  kinds(`${says}: of this project, up to the request, and the persons stay`, async () => {
    const hoglet = await open();
    const asked = await hoglet.deletions.request(input);
    assert.equal([asked.project_id, asked.kind, asked.key, asked.status], [1, input.kind, key, "pending"]);
    await hoglet.capture({ event: "debug", distinct_id: "a", uuid: uuid(9), timestamp: "2024-01-01T00:00:00Z" });
    const [done] = await hoglet.deletions.runNow();
    assert.equal([done?.id, done?.receipt?.deleted], [asked.id, { events: 4 - remaining.length }]);
    assert.equal(await left(hoglet), [...remaining, 9]);
    assert.equal(await left(hoglet, 2), [2, 5]);
    assert.is((await hoglet.persons.list()).count, 2);
    await hoglet.close();
  });
}

kinds("the events of a person, who stays", async () => {
  const hoglet = await open();
  const [b] = (await hoglet.persons.list({ distinct_id: "b" })).results;
  for (const key of [b?.id ?? 0, b?.uuid ?? ""]) {
    const asked = await hoglet.deletions.request({ kind: "person", key });
    assert.equal([asked.kind, asked.key], ["person", b?.uuid]);
  }
  assert.is((await hoglet.deletions.runNow()).length, 1);
  assert.equal(await left(hoglet), [1, 2]);
  assert.is((await hoglet.persons.list()).count, 2);
  await hoglet.close();
});

kinds("a project with everything in it; its receipt outlives it", async () => {
  const folder = tempFolder();
  const file = folder.file("a.db");
  const hoglet = await open(file);
  await hoglet.capture({ event: "x", distinct_id: "second-person-id" }, { project: 2 });
  await hoglet.persons.delete((await hoglet.persons.list({ project: 2 })).results[0]?.id ?? 0, {
    project: 2,
    delete_events: true,
  });
  const asked = await hoglet.deletions.request({ kind: "project", project: 2 });
  assert.equal([asked.project_id, asked.key], [2, "2"]);
  assert.is((await hoglet.deletions.list({ project: 2 })).count, 2);
  const finished = await hoglet.deletions.runNow();
  assert.is(finished.length, 1, "the other request went with the project");
  assert.equal(finished[0]?.receipt?.deleted, {
    deletions: 1,
    distinct_ids: 2,
    event_names: 3,
    events: 3,
    persons: 1,
  });
  assert.is((await hoglet.projects.list()).count, 1);
  assert.is((await hoglet.deletions.list()).count, 0);
  assert.is((await hoglet.deletions.list({ project: null })).results[0]?.status, "done");
  assert.equal(await left(hoglet), [1, 2, 3, 4]);
  await hoglet.close();
  assert.equal(findInFiles(file, ["second-person-id"]), []);
  folder.remove();
});

kinds("a project that has become the only one waits until there is another", async () => {
  const hoglet = await open();
  await hoglet.deletions.request({ kind: "project" });
  await hoglet.projects.delete(2);
  assert.equal(await hoglet.deletions.runNow(), []);
  assert.is((await hoglet.deletions.list()).results[0]?.status, "pending");
  assert.equal(await left(hoglet), [1, 2, 3, 4]);
  await hoglet.projects.create({ name: "third" });
  assert.is((await hoglet.deletions.runNow()).length, 1);
  assert.is(hoglet.project.name, "third");
  await hoglet.close();
});

kinds("an event that two requests cover counts for the first", async () => {
  const hoglet = await open();
  await hoglet.deletions.request({ kind: "event", key: uuid(3) });
  await hoglet.deletions.request({ kind: "events_by_name", key: "debug" });
  const finished = await hoglet.deletions.runNow();
  assert.equal(
    finished.map(({ receipt }) => receipt?.deleted["events"]),
    [1, 1],
  );
  await hoglet.close();
});

kinds("the same again while it waits is one request, as of now", async () => {
  const hoglet = await open();
  const first = await hoglet.deletions.request({ kind: "events_by_name", key: "debug" });
  await hoglet.capture({ event: "debug", distinct_id: "a", uuid: uuid(9) });
  const second = await hoglet.deletions.request({ kind: "events_by_name", key: "debug" });
  assert.is(first.id, second.id);
  await hoglet.deletions.runNow();
  assert.equal(await left(hoglet), [1, 4]);
  const third = await hoglet.deletions.request({ kind: "events_by_name", key: "debug" });
  assert.is.not(third.id, first.id);
  await hoglet.close();
});

kinds("what cannot be meant is refused, and nothing is queued", async () => {
  const hoglet = await open();
  const refusal = (input: unknown) =>
    hoglet.deletions.request(input as DeletionInput).then(
      () => "queued",
      ({ status, attr }: HogletError) => `${status} ${attr}`,
    );
  for (const [input, expected] of [
    [{ kind: "everything" }, "400 kind"],
    [{}, "400 kind"],
    [{ kind: "person" }, "400 key"],
    [{ kind: "person", key: "ada" }, "400 null"],
    [{ kind: "person", key: 99 }, "404 null"],
    [{ kind: "events_by_name", key: "" }, "400 key"],
    [{ kind: "events_by_name", key: "unknown" }, "404 null"],
    [{ kind: "events_before", key: "last week" }, "400 key"],
    [{ kind: "events_before", key: "2024-13-01" }, "400 key"],
    [{ kind: "event", key: "5" }, "400 key"],
    [{ kind: "event", key: uuid(5) }, "404 null"],
    [{ kind: "project", key: 2 }, "400 key"],
  ] as const) {
    assert.is(await refusal(input), expected, JSON.stringify(input));
  }
  await hoglet.projects.delete(2);
  assert.is(await refusal({ kind: "project" }), "409 null");
  assert.is((await hoglet.deletions.list({ project: null })).count, 0);
  await hoglet.close();
});

kinds("the events of a person that was deleted without them: those it had, and no later ones", async () => {
  const hoglet = await open();
  const [person] = (await hoglet.persons.list({ distinct_id: "a" })).results;
  const before = await left(hoglet);
  const { results: own } = await hoglet.events.list({ distinct_id: "a" });
  await hoglet.persons.delete(person?.id ?? 0);
  const [profile] = (await hoglet.deletions.list()).results;
  assert.equal([profile?.kind, profile?.key, profile?.status], ["person_profile", person?.uuid, "done"]);
  assert.equal(profile?.receipt?.deleted, { events: 0, persons: 1, distinct_ids: person?.distinct_ids.length });
  assert.is((await hoglet.persons.deletionStatus({ person_uuid: person?.uuid ?? "" })).count, 0);
  assert.equal(await left(hoglet), before);
  await hoglet.deletions.request({ kind: "person", key: person?.uuid ?? "" });
  const [done] = await hoglet.deletions.runNow();
  assert.is(done?.receipt?.deleted["events"], own.length);
  assert.is((await hoglet.events.list({ distinct_id: "a" })).count, 0);
  assert.is(await hoglet.deletions.request({ kind: "person", key: uuid(77) }).catch((error) => error.status), 404);
  await hoglet.close();
});

kinds.run();

const list = suite("deletions.list");

list("newest first, by status and kind, in pages", async () => {
  const hoglet = await open();
  await hoglet.deletions.request({ kind: "event", key: uuid(1) });
  await hoglet.deletions.runNow();
  await hoglet.deletions.request({ kind: "events_by_name", key: "debug" });
  await hoglet.deletions.request({ kind: "event", key: uuid(2), project: 2 });
  const keys = async (query: Parameters<Hoglet["deletions"]["list"]>[0]) =>
    (await hoglet.deletions.list(query)).results.map((row) => row.key);
  assert.equal(await keys({}), ["debug", uuid(1)]);
  assert.equal(await keys({ project: 2 }), [uuid(2)]);
  assert.equal(await keys({ project: null }), [uuid(2), "debug", uuid(1)]);
  assert.equal(await keys({ status: "done" }), [uuid(1)]);
  assert.equal(await keys({ kind: "events_by_name" }), ["debug"]);
  assert.equal(await keys({ limit: 1, offset: 1 }), [uuid(1)]);
  await hoglet.close();
});

list.run();
