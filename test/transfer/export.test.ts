import { suite } from "uvu";
import * as assert from "uvu/assert";
import { importLines } from "../../lib/transfer/index.ts";
import { createTestContext, event, exportAll, personsOf, rejection, uuid } from "./context.ts";
import { sumEvents } from "../support/sum-events.ts";

const exporting = suite("exportLines");

const ORDERED = [
  '{"kind":"project","timezone":"Europe/Berlin","test_account_filters":[{"key":"email","value":"us@hoglet.test"}],"path_cleaning_filters":[{"regex":"\\\\d+","alias":"id"}]}',
  '{"kind":"person","distinct_ids":["z","a"],"properties":{"plan":"pro","n":[1,{"x":null}]},"created_at":"2024-03-01T08:15:30.250Z","is_identified":true}',
  '{"kind":"person","distinct_ids":["b"],"properties":{},"created_at":"2024-03-01T08:15:30Z","is_identified":false}',
  '{"kind":"group","group_type_index":0,"group_key":"org:5","properties":{},"created_at":"2024-03-01T08:15:30Z"}',
  '{"kind":"cohort","id":3,"name":"power","description":"who pays","groups":[{"properties":[]}],"is_static":false}',
  '{"kind":"cohort","id":4,"name":"list","groups":[],"is_static":true,"members":["z","b"]}',
  '{"kind":"action","id":7,"name":"buy","description":"any way to pay","steps":[{"event":"paid","properties":[]}]}',
  '{"kind":"feature_flag","id":2,"key":"beta","filters":{"groups":[{"properties":[{"key":"id","value":3,"operator":"in","type":"cohort"}],"rollout_percentage":50}],"payloads":{"true":"{\\"a\\":1}"}},"active":true}',
  '{"kind":"feature_flag","id":5,"key":"kept","name":"The kept one","filters":{"groups":[]},"active":false,"archived":true,"ensure_experience_continuity":true,"evaluation_runtime":"server","bucketing_identifier":"device_id","is_remote_configuration":true,"tags":["a"],"evaluation_tags":["app"]}',
  `{"kind":"event","event":"signed up","distinct_id":"a","timestamp":"2024-03-01T08:15:30.250Z","uuid":"${uuid(1)}","properties":{"lone":"\\ud800","ключ":"😀"},"elements":[{"tag_name":"a","text":"x"}]}`,
  `{"kind":"event","event":"e","distinct_id":"nobody","timestamp":"2024-02-01T00:00:00Z","uuid":"${uuid(2)}","properties":{},"elements":[]}`,
  `{"kind":"event","event":"e","distinct_id":"personless","timestamp":"1969-02-01T00:00:00Z","uuid":"${uuid(3)}","properties":{"$process_person_profile":false},"elements":[]}`,
];

exporting("gives an imported file again, byte for byte", async () => {
  const ctx = createTestContext();
  await importLines(ctx, 1, ORDERED, { persons: "given" });
  assert.equal(await exportAll(ctx), ORDERED);
});

exporting("survives a second database, personless and unclaimed ids and UUIDs included", async () => {
  const [source, target] = [createTestContext(), createTestContext()];
  await importLines(source, 1, ORDERED, { persons: "given" });
  await importLines(source, 1, [event("late", "made")]);
  const lines = await exportAll(source);
  await importLines(target, 1, lines, { persons: "given" });
  assert.equal(await exportAll(target), lines);
  assert.equal(personsOf(target), personsOf(source));
  const ids = "SELECT distinct_id, person_id, is_personless FROM distinct_ids ORDER BY distinct_id";
  assert.equal(target.db.sql(ids).all(), source.db.sql(ids).all());
});

exporting("puts the id that a person's UUID follows from first", async () => {
  const ctx = createTestContext();
  await importLines(ctx, 1, [event("e", "anon", 0)]);
  await importLines(ctx, 1, [{ kind: "person", distinct_ids: ["user"] }]);
  await importLines(ctx, 1, [{ kind: "person", distinct_ids: ["user", "anon"] }]);
  const [line] = await exportAll(ctx, 1, { kinds: ["person"] });
  assert.equal((JSON.parse(line ?? "") as { distinct_ids: string[] }).distinct_ids, ["user", "anon"]);
});

exporting("gives the wanted kinds only, in its own order", async () => {
  const ctx = createTestContext();
  await importLines(ctx, 1, ORDERED, { persons: "given" });
  const kinds = (await exportAll(ctx, 1, { kinds: ["event", "group"] })).map((line) => JSON.parse(line).kind);
  assert.equal(kinds, ["group", "event", "event", "event"]);
  assert.equal(await exportAll(ctx, 1, { kinds: [] }), []);
});

exporting("gives one project only", async () => {
  const ctx = createTestContext();
  await importLines(ctx, 1, ORDERED, { persons: "given" });
  assert.equal(await exportAll(ctx, 2), [
    '{"kind":"project","timezone":"UTC","test_account_filters":[],"path_cleaning_filters":[]}',
  ]);
});

exporting(
  "gives settings and cohorts as the API leaves them: a cleaning rule without alias, no deleted cohort",
  async () => {
    const [source, target] = [createTestContext(), createTestContext()];
    await importLines(source, 1, [
      { kind: "project", path_cleaning_filters: [{ regex: "[0-9]+" }, { regex: "x", alias: null }] },
      { kind: "cohort", id: 3, name: "gone" },
      { kind: "cohort", id: 4, name: "there" },
    ]);
    source.db.sql("UPDATE cohorts SET deleted = 1 WHERE id = 3").run();
    const lines = await exportAll(source);
    assert.equal(
      lines.map((line) => (JSON.parse(line) as { id?: number }).id),
      [undefined, 4],
    );
    await importLines(target, 1, lines);
    assert.equal(await exportAll(target), lines);
  },
);

exporting("lists the elements of a stored chain", async () => {
  const ctx = createTestContext();
  await importLines(ctx, 1, [event("$autocapture", "a")]);
  ctx.db.sql("UPDATE events SET elements = ?").run('a.btn:nth-child="2"text="Go";body');
  sumEvents(ctx.db);
  const [line] = await exportAll(ctx, 1, { kinds: ["event"] });
  assert.equal((JSON.parse(line ?? "") as { elements: unknown }).elements, [
    { tag_name: "a", attr_class: ["btn"], nth_child: 2, text: "Go" },
    { tag_name: "body" },
  ]);
});

exporting("reads in pages, the event loop turning between them", async () => {
  const ctx = createTestContext();
  const events = Array.from({ length: 3500 }, (_, number) => event("e", `u${number % 1200}`, number));
  await importLines(ctx, 1, events);
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 0);
  const lines = await exportAll(ctx);
  clearInterval(timer);
  assert.is(lines.length, 1 + 1200 + 3500);
  assert.ok(turns >= 3, `${turns} turns`);
});

exporting("refuses unknown projects and kinds", async () => {
  const ctx = createTestContext();
  assert.is((await rejection(exportAll(ctx, 9)))?.message, "Project not found.");
  assert.match((await rejection(exportAll(ctx, 1, { kinds: ["evnt"] as never })))?.message ?? "", /^kinds__0: /);
});

exporting.run();
