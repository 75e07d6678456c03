import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../../lib/index.ts";
import { HogletError } from "../../../lib/index.ts";

/** More than a page of a walk would need at its default of 100 people. */
const PERSONS = 230;

const hoglet = await createHoglet({ now: "2024-03-05T12:00:00Z" });
const names = Array.from({ length: PERSONS }, (_, index) => `p${String(index).padStart(3, "0")}`);
await hoglet.capture(
  names.flatMap((id, index) => [
    {
      event: "in",
      distinct_id: id,
      timestamp: "2024-03-04T10:00:00Z",
      properties: { $set: { email: `${id}@x.test` } },
    },
    ...(index % 10 === 0 ? [{ event: "out", distinct_id: id, timestamp: "2024-03-04T11:00:00Z" }] : []),
  ]),
);

const entity = { entity_id: "in", entity_type: "events" as const };
const page = { limit: 7, include_total: true };

/** The total of each kind of question, whose list has all persons. */
const KINDS: Record<string, (fields: object) => Promise<{ total_count?: number }>> = {
  trends: (fields) =>
    hoglet.persons.trends({
      events: [{ id: "in" }],
      ...entity,
      date_from: "2024-03-04",
      date_to: "2024-03-04",
      ...page,
      ...fields,
    }),
  funnel: (fields) =>
    hoglet.persons.funnel({ events: [{ id: "in" }, { id: "out", order: 1 }], funnel_step: 1, ...page, ...fields }),
  lifecycle: (fields) =>
    hoglet.persons.lifecycle({
      events: [{ id: "in" }],
      target_date: "2024-03-04",
      lifecycle_type: "new",
      ...page,
      ...fields,
    }),
  stickiness: (fields) =>
    hoglet.persons.stickiness({ events: [{ id: "in" }], ...entity, stickiness_days: 1, ...page, ...fields }),
  retention: (fields) =>
    hoglet.persons.retention({
      target_entity: { id: "in" },
      returning_entity: { id: "in" },
      total_intervals: 2,
      breakdown_values: [0],
      selected_interval: 0,
      date_to: "2024-03-05",
      ...page,
      ...fields,
    }),
  "the table of a retention's row": (fields) =>
    hoglet.persons.retention({
      target_entity: { id: "in" },
      returning_entity: { id: "in" },
      total_intervals: 2,
      breakdown_values: [0],
      display: "ActionsTable",
      date_to: "2024-03-05",
      ...page,
      ...fields,
    }),
};

const total = suite("include_total");

for (const [kind, ask] of Object.entries(KINDS)) {
  total(`counts the people of all pages of ${kind}, those that the search finds`, async () => {
    assert.is((await ask({})).total_count, PERSONS);
    assert.is((await ask({ offset: 200 })).total_count, PERSONS, "on a later page");
    assert.is((await ask({ search: "p01" })).total_count, names.filter((name) => name.includes("p01")).length);
    assert.is((await ask({ include_total: false })).total_count, undefined);
    assert.is((await ask({ include_total: undefined })).total_count, undefined);
  });
}

total("is true or false", async () => {
  try {
    await KINDS["funnel"]?.({ include_total: "perhaps" });
    assert.unreachable();
  } catch (error) {
    assert.ok(error instanceof HogletError);
    assert.equal([error.status, error.attr], [400, "include_total"]);
  }
});

total.run();
