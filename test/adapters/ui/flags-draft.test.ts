import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  equalShares,
  NEW_FLAG,
  payloadFault,
  sharesFault,
  toBody,
  toDraft,
} from "../../../adapters/ui/page/views/flags/flag-draft.ts";
import { createHoglet } from "../../../lib/index.ts";

const draft = suite("a flag in the form");

draft("is saved as it was read", async () => {
  const hoglet = await createHoglet();
  const base = await hoglet.featureFlags.create({ key: "base" });
  const filters = {
    groups: [
      {
        properties: [
          { key: "plan", type: "person", operator: "exact", value: ["pro"] },
          { key: String(base.id), type: "flag", operator: "flag_evaluates_to", value: true },
        ],
        rollout_percentage: 12.5,
        variant: "b",
        sort_key: "x",
      },
    ],
    multivariate: {
      variants: [
        { key: "a", name: "A", rollout_percentage: 40 },
        { key: "b", name: "", rollout_percentage: 60 },
      ],
    },
    payloads: { b: "[1]" },
    aggregation_group_type_index: null,
    super_groups: [{ properties: [{ key: "$feature_enrollment/x", type: "person", value: ["true"] }] }],
  };
  const flag = await hoglet.featureFlags.create({ key: "x", tags: ["t", "u"], evaluation_runtime: "server", filters });
  const body = toBody(toDraft(flag), flag.filters);
  assert.equal((await hoglet.featureFlags.update(flag.id, body)).filters, flag.filters);
  assert.equal(
    [body.key, body.tags, body.evaluation_runtime, body.bucketing_identifier],
    ["x", ["t", "u"], "server", "distinct_id"],
  );
  await hoglet.close();
});

draft("gives filters the type of the groups that are chosen, and drops payloads of values that are gone", () => {
  const body = toBody({
    ...NEW_FLAG,
    unit: 2,
    conditions: [
      { filters: [{ key: "size", type: "person", value: 3 }], flags: [], rollout: "5", variant: "", stored: {} },
    ],
    payloads: { old: "1", true: " " },
  });
  assert.equal(body.filters.groups[0]?.properties as unknown, [
    { key: "size", type: "group", group_type_index: 2, value: 3 },
  ]);
  assert.equal([body.filters.aggregation_group_type_index, body.filters.payloads], [2, {}]);
});

/** The fault of variants with these shares. */
const shares = (...all: string[]) => sharesFault({ variants: all.map((share) => ({ key: share, name: "", share })) });

draft("knows the faults of payloads and shares", () => {
  assert.is(payloadFault(""), null);
  assert.is(payloadFault('"text"'), null);
  assert.match(payloadFault("text") ?? "", /^This is no JSON: /);
  assert.is(shares(), null);
  assert.is(shares("33.3", "33.3", "33.4"), null);
  assert.is(shares("50", "40"), "The shares must add up to 100 %; they are 90 %.");
  assert.equal(equalShares(3), ["34", "33", "33"]);
});

draft.run();
