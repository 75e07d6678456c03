import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { SessionValue } from "../../../lib/events/sessions/index.ts";
import { compileFilter, needsPerson, needsSession } from "../../../lib/events/filters/compile.ts";
import type { FilterRow } from "../../../lib/events/filters/compile.ts";
import { parseFilters } from "../../../lib/events/filters/schema.ts";

const row: FilterRow = {
  properties: { plan: "pro", age: 30 },
  personId: 5,
  personProperties: { email: "a@b.c" },
  groupProperties: (index) => (index === 1 ? { size: 10 } : {}),
};

function passes(input: unknown): boolean {
  return compileFilter(parseFilters(input, "properties"), (id) => (one) => id === one.personId)(row);
}

const compile = suite("compileFilter");

compile("looks at the properties that the type names", () => {
  assert.is(passes([{ key: "plan", value: "pro" }]), true);
  assert.is(passes([{ key: "plan", value: "pro", type: "person" }]), false);
  assert.is(passes([{ key: "email", value: "@b", operator: "icontains", type: "person" }]), true);
  assert.is(passes([{ key: "size", value: 9, operator: "gt", type: "group", group_type_index: 1 }]), true);
  assert.is(passes([{ key: "size", operator: "is_set", type: "group", group_type_index: 0 }]), false);
});

const of = (seconds: number | null) => ({ ...row, sessionValue: () => seconds ?? undefined });

function longer(negation: boolean) {
  const filter = [{ key: "$session_duration", value: 30, operator: "gt", type: "session", negation }];
  return compileFilter(parseFilters(filter, "properties"), () => () => false);
}

compile("compares the length of the session; without one nothing passes, turned round or not", () => {
  assert.equal(
    [31, 30, null].map((seconds) => longer(false)(of(seconds))),
    [true, false, false],
  );
  assert.equal(
    [31, 30, null].map((seconds) => longer(true)(of(seconds))),
    [false, true, false],
  );
});

function isLink(negation: boolean) {
  const filter = [{ key: "tag_name", value: "a", type: "element", negation }];
  return compileFilter(parseFilters(filter, "properties"), () => () => false);
}

compile("looks at the elements, and turns the outcome round", () => {
  const link = { ...row, elements: () => [{ tag_name: "a" }] };
  assert.equal([isLink(false)(link), isLink(true)(link)], [true, false]);
});

compile("refuses what rows cannot show, instead of leaving it out", () => {
  const filters = [
    { key: "$session_duration", value: 1, type: "session" },
    { key: "tag_name", value: "a", type: "element" },
  ];
  for (const filter of filters) assert.throws(() => passes([filter]), /for insights/);
});

compile("ANDs a list and ORs a group of type OR", () => {
  const yes = { key: "plan", value: "pro" };
  const no = { key: "plan", value: "free" };
  assert.is(passes([yes, no]), false);
  assert.is(passes({ type: "OR", values: [no, yes] }), true);
  assert.is(passes({ type: "OR", values: [no, no] }), false);
  const nested = [
    { type: "OR", values: [no, yes] },
    { type: "AND", values: [yes, no] },
  ];
  assert.is(passes({ type: "AND", values: nested }), false);
  assert.is(passes({ type: "OR", values: nested }), true);
});

compile("passes everything for an empty group of either type", () => {
  assert.is(passes({ type: "AND", values: [] }), true);
  assert.is(passes({ type: "OR", values: [] }), true);
});

compile("asks the lookup for cohorts, any of a list", () => {
  assert.is(passes([{ key: "id", value: 5, type: "cohort" }]), true);
  assert.is(passes([{ key: "id", value: [4, 5], type: "cohort" }]), true);
  assert.is(passes([{ key: "id", value: 4, type: "cohort" }]), false);
});

compile("turns the outcome round for a negated filter", () => {
  assert.is(passes([{ key: "plan", value: "pro", negation: true }]), false);
  assert.is(passes([{ key: "id", value: 4, type: "cohort", negation: true }]), true);
});

compile("does not find what only the prototype has", () => {
  assert.is(passes([{ key: "constructor", operator: "is_set" }]), false);
});

const passesIn = (filter: object, value: SessionValue) =>
  compileFilter(
    parseFilters([{ type: "session", ...filter }], "p"),
    () => () => false,
  )({ ...row, sessionValue: () => value });

compile("compares instants of sessions as ISO text, and what a session lacks as missing", () => {
  const later = { key: "$start_timestamp", operator: "is_date_after", value: "2024-01-02" };
  assert.is(passesIn(later, Date.parse("2024-01-03T00:00:00Z")), true);
  assert.is(passesIn(later, Date.parse("2024-01-02T23:00:00Z")), false);
  assert.is(passesIn({ key: "$is_bounce", value: "true" }, true), true);
  assert.is(passesIn({ key: "$entry_utm_source", operator: "is_not_set" }, null), true);
  assert.is(passesIn({ key: "$entry_utm_source", operator: "is_not", value: "x" }, null), true);
});

compile("compares columns of the event", () => {
  const event = { ...row, column: (key: string) => (key === "person_id" ? null : `the ${key}`) };
  const passesBy = (filter: object) =>
    compileFilter(parseFilters([{ type: "event_metadata", ...filter }], "p"), () => () => false)(event);
  assert.is(passesBy({ key: "distinct_id", value: "the distinct_id" }), true);
  assert.is(passesBy({ key: "event", value: "x" }), false);
  assert.is(passesBy({ key: "person_id", operator: "is_not_set" }), true);
});

compile.run();

const ask = (input: unknown) => needsPerson(parseFilters(input, "properties"));

const needs = suite("needsPerson");

needs("is true for a person property or a cohort anywhere in the filter", () => {
  const event = { key: "a", value: 1 };
  assert.is(ask([event]), false);
  assert.is(ask([event, { ...event, type: "person" }]), true);
  assert.is(ask({ type: "OR", values: [{ type: "AND", values: [{ value: 1, type: "cohort" }] }] }), true);
  assert.is(ask([{ ...event, type: "group", group_type_index: 0 }]), false);
});

needs.run();

const session = suite("needsSession");

session("finds a session filter wherever it is", () => {
  const filter = { key: "$session_duration", value: 1, type: "session" };
  const group = { type: "OR", values: [{ type: "AND", values: [filter] }] };
  assert.is(needsSession(parseFilters(group, "p")), true);
  assert.is(needsSession(parseFilters([{ key: "a", value: 1 }], "p")), false);
});

session.run();
