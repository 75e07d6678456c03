import { suite } from "uvu";
import * as assert from "uvu/assert";
import { personUuid } from "../../lib/base/ids.ts";
import { importLines } from "../../lib/transfer/index.ts";
import type { SourceItem } from "../../lib/transfer/index.ts";
import {
  createTestContext,
  dump,
  event,
  exportAll,
  NONE,
  NOW_MS,
  person,
  personsOf,
  rejection,
  START_MS,
  uuid,
} from "./context.ts";

const importing = suite("importLines");

importing("imports the six kinds and counts them", async () => {
  const ctx = createTestContext();
  const text = `
{"kind":"project","timezone":"Europe/Berlin","test_account_filters":[{"key":"email","value":"us@hoglet.test"}],"path_cleaning_filters":[{"regex":"\\\\d+","alias":"id"}]}
{"kind":"person","distinct_ids":["a","b"],"properties":{"plan":"pro"},"created_at":"2024-03-01T08:15:30Z","is_identified":true}
{"kind":"event","event":"signed up","distinct_id":"a","timestamp":"2024-03-01T08:15:30.250Z","uuid":"${uuid(1)}","properties":{"x":1},"elements":[{"tag_name":"a"}]}
{"kind":"group","group_type_index":0,"group_key":"org:5","properties":{"n":1},"created_at":"2024-03-01T08:15:30Z"}
{"kind":"cohort","id":3,"name":"power","groups":[{"properties":[]}],"is_static":true,"members":["b","stranger"]}
{"kind":"action","id":7,"name":"buy","steps":[{"event":"paid","properties":[]}]}`;
  const counts = await importLines(ctx, 1, text);
  assert.equal(counts, { projects: 1, persons: 1, events: 1, groups: 1, cohorts: 1, actions: 1, duplicates: 0 });

  const project = ctx.db.sql("SELECT timezone, test_account_filters, path_cleaning_filters FROM projects").all();
  assert.equal(project, [
    {
      timezone: "Europe/Berlin",
      test_account_filters: '[{"key":"email","value":"us@hoglet.test"}]',
      path_cleaning_filters: '[{"regex":"\\\\d+","alias":"id"}]',
    },
    { timezone: "UTC", test_account_filters: "[]", path_cleaning_filters: "[]" },
  ]);
  assert.equal(personsOf(ctx), [
    {
      ids: "a,b",
      properties: { plan: "pro" },
      is_identified: 1,
      created_at: Date.UTC(2024, 2, 1, 8, 15, 30),
      uuid: personUuid(1, "a"),
    },
  ]);
  const [stored] = ctx.db
    .sql(
      `SELECT hex(uuid) AS uuid, name, distinct_id, timestamp, received_at, properties, elements FROM events e
       JOIN event_names n ON n.id = event_name_id JOIN distinct_ids d ON d.id = distinct_id_id`,
    )
    .all();
  assert.equal(stored, {
    uuid: uuid(1).replaceAll("-", "").toUpperCase(),
    name: "signed up",
    distinct_id: "a",
    timestamp: Date.UTC(2024, 2, 1, 8, 15, 30, 250),
    received_at: NOW_MS,
    properties: '{"x":1}',
    elements: '[{"tag_name":"a"}]',
  });
  assert.equal(ctx.db.sql("SELECT group_type_index AS i, group_type AS t FROM group_types").all(), [
    { i: 0, t: "group_0" },
  ]);
  assert.equal(ctx.db.sql("SELECT cohort_id, person_id FROM cohort_members").all(), [{ cohort_id: 3, person_id: 1 }]);
  assert.equal(ctx.db.sql("SELECT id, name, steps FROM actions").all(), [
    { id: 7, name: "buy", steps: '[{"event":"paid","properties":[]}]' },
  ]);
});

importing("does not depend on the order of lines", async () => {
  const lines = [
    { kind: "cohort", id: 1, name: "c", is_static: true, members: ["b", "c"] },
    event("e", "b", 4),
    event("e", "c", 1),
    { kind: "group", group_type_index: 2, group_key: "g" },
    person(["a", "b"], { properties: { x: 1 } }),
    { kind: "project", timezone: "Asia/Tokyo" },
  ];
  const [one, other] = [createTestContext(), createTestContext()];
  await importLines(one, 1, lines);
  await importLines(other, 1, lines.toReversed());
  const sorted = async (ctx: typeof one) => {
    const text = (await exportAll(ctx)).map((line) => line.replace(/"uuid":"[^"]+"/, ""));
    return text.toSorted();
  };
  assert.equal(await sorted(one), await sorted(other));
  assert.match((await sorted(one)).join("\n"), /"members":\["a","c"\]/);
});

importing("keeps $identify and alias events without merging anybody", async () => {
  const ctx = createTestContext();
  const lines = [
    event("$identify", "user", 1, { properties: { $anon_distinct_id: "anon", $set: { plan: "pro" } } }),
    event("$create_alias", "user", 2, { properties: { alias: "other" } }),
    event("e", "anon", 0),
  ];
  await importLines(ctx, 1, lines);
  assert.equal(
    personsOf(ctx).map(({ ids, properties, is_identified }) => [ids, properties, is_identified]),
    [
      ["user", {}, 0],
      ["anon", {}, 0],
    ],
  );
});

importing("refuses the whole file for a bad line, naming its number and reason", async () => {
  const ctx = createTestContext();
  const before = dump(ctx);
  const good = JSON.stringify(event("e", "a"));
  const text = `\ufeff${good}\r\n\r\n${good}\r\n{"kind":"event","event":"e"}\r\n${good}\r\nnonsense`;
  const error = await rejection(importLines(ctx, 1, text));
  assert.is(error?.message, "Line 4: distinct_id: This field is required.");
  assert.is(error?.code, "bad_line");
  assert.equal(dump(ctx), before);
});

importing("keeps the rest and lists the bad lines when they are skipped", async () => {
  const ctx = createTestContext();
  const lines = [
    "nonsense",
    event("e", "a"),
    { ...event("e", "a"), typo: 1 },
    person(["a", "b"]),
    person(["c", "b"]),
    person(["c"]),
    { kind: "group", group_type_index: 0, group_key: "g" },
    { kind: "group", group_type_index: 0, group_key: "g" },
  ];
  const counts = await importLines(ctx, 1, lines, { skipBad: true });
  assert.equal(
    counts.bad?.map(({ line, reason }) => `${line} ${reason}`),
    [
      `1 Not JSON: Unexpected token 'o', "nonsense" is not valid JSON.`,
      `3 typo: Unknown field "typo".`,
      `5 distinct_ids: "b" is already on the person of line 4.`,
      `8 Line 7 is already about this group.`,
    ],
  );
  assert.equal({ ...counts, bad: [] }, { ...NONE, persons: 2, events: 1, groups: 1, bad: [] });
  assert.equal(
    personsOf(ctx).map((row) => row["ids"]),
    ["a,b", "c"],
  );
});

importing("lists nothing when no line was bad, and has no list when bad lines refuse the file", async () => {
  const ctx = createTestContext();
  assert.equal(await importLines(ctx, 1, [event("e", "a")], { skipBad: true }), { ...NONE, events: 1, bad: [] });
  assert.equal(await importLines(ctx, 1, ""), NONE);
});

const TWICE: [name: string, line: object, reason: string][] = [
  ["project", { kind: "project" }, "Line 1 is already about this project."],
  ["person", person(["a"]), 'distinct_ids: "a" is already on the person of line 1.'],
  ["group", { kind: "group", group_type_index: 1, group_key: "k" }, "Line 1 is already about this group."],
  ["cohort", { kind: "cohort", id: 5, name: "c" }, "Line 1 is already about this cohort."],
  ["action", { kind: "action", id: 5, name: "c" }, "Line 1 is already about this action."],
];

for (const [name, line, reason] of TWICE) {
  importing(`refuses a second line about the same ${name}`, async () => {
    const error = await rejection(importLines(createTestContext(), 1, [line, event("e", "x"), line]));
    assert.is(error?.message, `Line 3: ${reason}`);
  });
}

importing("lets a person line repeat an id, and different kinds share one", async () => {
  const ctx = createTestContext();
  const lines = [person(["a", "a"]), { kind: "cohort", id: 1, name: "c" }, { kind: "action", id: 1, name: "a" }];
  assert.equal(await importLines(ctx, 1, lines), { ...NONE, persons: 1, cohorts: 1, actions: 1 });
});

importing("changes nothing when a file comes a second time", async () => {
  const ctx = createTestContext();
  const lines = [
    { kind: "project", timezone: "Asia/Tokyo" },
    person(["a", "b"], { properties: { x: 1 }, is_identified: true }),
    { kind: "group", group_type_index: 0, group_key: "g", properties: { y: 2 } },
    event("e", "b", 3, { uuid: uuid(1) }),
    event("e", "c", 3, { uuid: uuid(2) }),
  ];
  await importLines(ctx, 1, lines);
  const before = dump(ctx);
  assert.equal(await importLines(ctx, 1, lines), { ...NONE, projects: 1, persons: 1, groups: 1, duplicates: 2 });
  assert.equal(dump(ctx), before);
});

importing("touches the given project only; the same uuid may be in another", async () => {
  const ctx = createTestContext();
  const lines = [event("e", "a", 1, { uuid: uuid(1) }), person(["a"]), { kind: "project", timezone: "Asia/Tokyo" }];
  await importLines(ctx, 1, lines);
  const first = await exportAll(ctx, 1);
  assert.equal(await importLines(ctx, 2, lines), { ...NONE, projects: 1, persons: 1, events: 1 });
  assert.equal(await exportAll(ctx, 1), first);
  assert.equal(await exportAll(ctx, 2), first);
  assert.equal(
    personsOf(ctx, 2).map((row) => row["uuid"]),
    [personUuid(2, "a")],
  );
});

async function* mixed(): AsyncGenerator<SourceItem> {
  yield { ...event("e", "a"), timestamp: new Date(START_MS), uuid: undefined };
  await Promise.resolve();
  yield JSON.stringify(event("e", "b"));
}

importing("takes objects as their JSON, from a generator that waits", async () => {
  const ctx = createTestContext();
  assert.equal(await importLines(ctx, 1, mixed()), { ...NONE, events: 2 });
});

importing("tells the caches within its transaction and after it", async () => {
  const ctx = createTestContext();
  let told = 0;
  ctx.db.onStale(() => (told += 1));
  await importLines(ctx, 1, [event("e", "a")]);
  assert.is(told, 2);
});

importing("refuses unknown projects and options of the wrong kind", async () => {
  const ctx = createTestContext();
  const said = async (projectId: number, options: object) =>
    (await rejection(importLines(ctx, projectId, "", options)))?.message ?? "accepted";
  assert.is(await said(9, {}), "Project not found.");
  assert.match(await said(1, { persons: "none" }), /^persons: /);
  assert.match(await said(1, { skip_bad: true }), /^skip_bad: Unknown field/);
  assert.match(await said(1, { process: true }), /^process: Expected a function/);
  assert.match(await said(1, { process: async () => {}, persons: "given" }), /^persons: With process/);
});

importing.run();
