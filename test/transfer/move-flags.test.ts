import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../lib/index.ts";
import { importLines } from "../../lib/transfer/index.ts";
import { createTestContext, dump, event, NONE, rejection } from "./context.ts";
import { whenAll } from "../support/rounds.ts";

const moving = suite("moveFlags");

const flag = (id: number, key: string, more: object = {}) => ({ kind: "feature_flag", id, key, ...more });

/** Conditions on another flag. */
const ifOn = (id: number) => [
  { properties: [{ key: String(id), type: "flag", operator: "flag_evaluates_to", value: true }] },
];

moving("adds flags that are evaluated at once, with the cohort and the flag that they name", async () => {
  const hoglet = await createHoglet();
  await hoglet.capture({ event: "$set", distinct_id: "u", $set: { plan: "pro" } });
  assert.equal(await hoglet.featureFlags.evaluate("u"), {});
  const pro = { properties: [{ key: "plan", type: "person", value: "pro" }] };
  const inCohort = { properties: [{ key: "id", type: "cohort", operator: "in", value: 7 }] };
  const counts = await hoglet.import([
    flag(4, "second", { filters: { groups: ifOn(3) } }),
    flag(3, "first", { filters: { groups: [inCohort], payloads: { true: { a: 1 } } } }),
    { kind: "cohort", id: 7, name: "pro", groups: [pro] },
    flag(5, "off", { active: false }),
    flag(6, "everybody"),
  ]);
  assert.is(counts.feature_flags, 4);
  assert.equal(await hoglet.featureFlags.evaluate("u"), { everybody: true, first: true, second: true });
  assert.is((await hoglet.featureFlags.get(3)).filters.payloads?.["true"], '{"a":1}');
  assert.is((await hoglet.featureFlags.create({ key: "next" })).id, 7, "ids continue");
  await hoglet.close();
});

moving("refuses an id or a key that is taken, a wrong key and wrong filters, and keeps nothing", async () => {
  const ctx = createTestContext();
  await importLines(ctx, 2, [flag(1, "beta")]);
  await importLines(ctx, 1, [flag(2, "beta")]);
  const before = dump(ctx);
  const rows: [line: object, reason: string][] = [
    [flag(1, "other"), "Line 2: id: There is already a feature flag 1."],
    [flag(3, "beta"), 'Line 2: key: There is already a feature flag "beta".'],
    [flag(3, "a b"), "Line 2: key: Only letters, numbers, hyphens (-) & underscores (_) are allowed."],
    [
      flag(3, "x", { filters: { groups: [{ rollout_percentage: 101 }] } }),
      "Line 2: filters__groups__0__rollout_percentage: Ensure this value is less than",
    ],
    [
      flag(3, "x", { filters: { payloads: { true: "{" } } }),
      "Line 2: filters__payloads__true: Payload value is not valid JSON",
    ],
    [flag(3, "x", { verison: 2 }), 'Line 2: verison: Unknown field "verison".'],
  ];
  for (const [line, reason] of rows) {
    const message = (await rejection(importLines(ctx, 1, [event("e", "a"), line])))?.message ?? "none";
    assert.ok(message.startsWith(reason), message);
    assert.equal(dump(ctx), before);
  }
  const lines = [flag(8, "new"), flag(9, "new")];
  assert.match((await rejection(importLines(ctx, 1, lines)))?.message ?? "", /^Line 2: key: There is already/);
  assert.equal(await importLines(ctx, 1, lines, { skipBad: true }), {
    ...NONE,
    feature_flags: 1,
    bad: [{ line: 2, reason: 'key: There is already a feature flag "new".' }],
  });
});

moving("gives the key of a deleted flag to the new one", async () => {
  const ctx = createTestContext();
  await importLines(ctx, 1, [flag(1, "beta")]);
  ctx.db.sql("UPDATE feature_flags SET deleted = 1").run();
  await importLines(ctx, 1, [flag(2, "beta")]);
  assert.equal(ctx.db.sql("SELECT id, deleted FROM feature_flags").all(), [{ id: 2, deleted: 0 }]);
});

whenAll(moving)("takes a way of a thousand dependencies, which evaluation refuses without harm", async () => {
  const hoglet = await createHoglet();
  const lines = Array.from({ length: 1000 }, (_, index) =>
    flag(index + 1, `f${String(index).padStart(4, "0")}`, {
      filters: { groups: index === 999 ? [{}] : ifOn(index + 2) },
    }),
  );
  await hoglet.import(lines);
  const values = await hoglet.featureFlags.evaluate("u");
  assert.equal([values["f0000"], values["f0998"], values["f0999"]], [false, true, true]);
  await hoglet.close();
});

moving.run();
