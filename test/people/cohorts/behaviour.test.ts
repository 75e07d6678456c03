import { suite } from "uvu";
import * as assert from "uvu/assert";
import { behaviourStart, holds, parseBehaviour, parseLegacyBehaviour } from "../../../lib/people/cohorts/behaviour.ts";
import type { Behaviour } from "../../../lib/people/cohorts/behaviour.ts";
import { HogletError } from "../../../lib/base/errors.ts";

const NOW_MS = Date.UTC(2024, 2, 31, 12);

const NO_FILTERS = { type: "AND", values: [] };

function refusal(run: () => unknown): string {
  try {
    run();
    return "accepted";
  } catch (error) {
    return error instanceof HogletError ? `${error.status} ${error.code} ${error.attr}` : String(error);
  }
}

const legacy = suite("parseLegacyBehaviour");

legacy("reads event, days, count and operator; at least once when nothing is said", () => {
  const paid = { type: "behaviour", what: { event: "paid" }, filters: NO_FILTERS, negation: false };
  assert.equal(parseLegacyBehaviour({ event_id: "paid", days: "7" }, "g"), {
    ...paid,
    within: { amount: 7, unit: "day" },
    operator: "gte",
    count: 1,
  });
  assert.equal(parseLegacyBehaviour({ event_id: "paid", days: 7, count: 0, count_operator: "eq" }, "g"), {
    ...paid,
    within: { amount: 7, unit: "day" },
    operator: "exact",
    count: 0,
  });
});

legacy("refuses what it cannot carry out, naming the field", () => {
  const base = { event_id: "paid", days: 7 };
  const refused = (input: object) => refusal(() => parseLegacyBehaviour({ ...base, ...input }, "groups__0"));
  assert.is(refused({ days: 0 }), "400 min_value groups__0__days");
  assert.is(refused({ days: undefined }), "400 required groups__0__days");
  assert.is(refused({ event_id: "" }), "400 blank groups__0__event_id");
  assert.is(refused({ count_operator: "about" }), "400 invalid_input groups__0__count_operator");
  assert.is(refused({ start_date: "2024-01-01" }), "400 unsupported groups__0__start_date");
  assert.is(refused({ properties: [{ key: "a" }] }), "400 required groups__0__properties__0__value");
});

legacy.run();

const newer = suite("parseBehaviour");

const FILTER = { type: "behavioral", key: "paid", event_type: "events", time_value: 2, time_interval: "week" };

newer("reads both kinds, intervals, relative dates, event filters and negation", () => {
  const once = parseBehaviour({ ...FILTER, value: "performed_event", negation: true }, "f");
  assert.equal([once.operator, once.count, once.within, once.negation], ["gte", 1, { amount: 2, unit: "week" }, true]);
  const input = { ...FILTER, value: "performed_event_multiple", operator: "lte", operator_value: "3" };
  const filters = [{ key: "total", value: 5, operator: "gt", type: "event" }];
  const often = parseBehaviour({ ...input, explicit_datetime: "-30d", event_filters: filters }, "f");
  assert.equal([often.operator, often.count, often.within], ["lte", 3, { amount: 30, unit: "day" }]);
  assert.is(often.filters.values.length, 1);
});

newer("is about an action when it says so", () => {
  const { what } = parseBehaviour({ ...FILTER, key: "12", event_type: "actions", value: "performed_event" }, "f");
  assert.equal(what, { action: 12 });
  assert.equal(parseLegacyBehaviour({ action_id: 12, days: 7 }, "g").what, { action: 12 });
});

const refusedFilter = (input: object) =>
  refusal(() => parseBehaviour({ ...FILTER, value: "performed_event", ...input }, "f"));

newer("refuses other kinds, actions without an id, sequences, fixed dates and missing numbers", () => {
  assert.is(refusedFilter({ value: "performed_event_first_time" }), "400 invalid_input f__value");
  assert.is(refusedFilter({ event_type: "actions" }), "400 invalid_input f__key");
  assert.is(refusedFilter({ seq_event: "b" }), "400 unsupported f__seq_event");
  assert.is(refusedFilter({ explicit_datetime: "2024-01-01" }), "400 invalid_input f__explicit_datetime");
  assert.is(refusedFilter({ value: "performed_event_multiple" }), "400 required f__operator_value");
  assert.is(refusedFilter({ time_interval: "decade" }), "400 invalid_input f__time_interval");
});

newer.run();

const start = suite("behaviourStart");

const from = (amount: number, unit: Behaviour["within"]["unit"]) =>
  new Date(behaviourStart({ within: { amount, unit } } as Behaviour, NOW_MS)).toISOString();

start("goes back days by the clock and months by the calendar", () => {
  assert.is(from(30, "day"), "2024-03-01T12:00:00.000Z");
  assert.is(from(1, "month"), "2024-02-29T12:00:00.000Z");
  assert.is(from(36, "hour"), "2024-03-30T00:00:00.000Z");
  assert.is(from(999_999_999, "year"), "-271821-04-20T00:00:00.000Z");
});

start.run();

const compare = suite("holds");

compare("compares the number of times, 0 included, and turns it round when asked", () => {
  const times = [0, 2, 3, 4];
  const outcome = (operator: Behaviour["operator"], negation = false) =>
    times.filter((value) => holds({ operator, count: 3, negation } as Behaviour, value));
  assert.equal(outcome("gte"), [3, 4]);
  assert.equal(outcome("gt"), [4]);
  assert.equal(outcome("lte"), [0, 2, 3]);
  assert.equal(outcome("lt"), [0, 2]);
  assert.equal(outcome("exact"), [3]);
  assert.equal(outcome("gte", true), [0, 2]);
});

compare.run();
