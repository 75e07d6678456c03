import { suite } from "uvu";
import * as assert from "uvu/assert";
import { lookUpCohorts } from "../../../lib/events/filters/cohort-lookup.ts";
import type { CohortFilter, FilterRow } from "../../../lib/events/filters/index.ts";
import type { Plan } from "../../../lib/port/plan.ts";
import { withCohorts } from "../../../lib/questions/shared/ask.ts";
import { loadCase, openEmpty } from "../load-case.ts";

const NOW = "2024-01-01T00:00:00Z";

function open() {
  const db = openEmpty();
  const byPlan = { properties: [{ key: "plan", value: "pro", type: "person" }] };
  loadCase(db, {
    now: NOW,
    persons: [{ distinct_ids: ["a"] }, { distinct_ids: ["b"], properties: { plan: "pro" } }],
    cohorts: [
      { id: 1, is_static: true, members: ["a"] },
      { id: 2, groups: [byPlan] },
      { id: 3, groups: [{ properties: [{ key: "id", value: 1, type: "cohort" }] }, byPlan] },
      { id: 4, groups: [{ event_id: "paid", days: 7 }] },
      { id: 5, groups: [{ properties: [{ key: "id", value: 5, type: "cohort" }] }] },
    ],
  });
  return db;
}

const inCohort = (...value: number[]): CohortFilter => ({ type: "cohort", key: "id", value, negation: false });

/** A plan with this inside. */
const planOf = (part: object) =>
  ({ kind: "any", inner: { plan: { projectId: 1, steps: [{ values: [part] }] } } }) as Plan;

const idsOf = (part: object) => (withCohorts(open(), planOf(part)).cohorts ?? []).map(({ id }) => id).toSorted();

const ask = suite("withCohorts");

ask("finds cohorts in filters, breakdowns and lines, and those that cohorts name", () => {
  assert.equal(idsOf(inCohort(1, 2)), [1, 2]);
  assert.equal(idsOf({ by: "cohorts", ids: [null, 2] }), [2]);
  assert.equal(idsOf({ type: "cohort", id: 4 }), [4]);
  assert.equal(idsOf({ type: "cohort", id: null }), []);
  assert.equal(idsOf(inCohort(3)), [1, 3]);
});

ask("says what a cohort is: a list by its version, or filters", () => {
  const db = open();
  const { cohorts } = withCohorts(db, planOf(inCohort(1, 2, 4)));
  assert.equal(cohorts, [
    { id: 1, by: "members", version: 1 },
    {
      id: 2,
      by: "filters",
      anyOf: [
        {
          type: "AND",
          values: [{ type: "person", key: "plan", operator: "exact", value: "pro", negation: false }],
        },
      ],
    },
    { id: 4, by: "members", version: 0 },
  ]);
});

ask("leaves out cohorts of other projects, deleted ones, and those that do not exist", () => {
  const db = open();
  db.sql("UPDATE cohorts SET deleted = 1 WHERE id = 1").run();
  const other = loadCase(db, { now: NOW, cohorts: [{ id: 9, is_static: true }] });
  assert.is(other.id, 2);
  assert.equal(withCohorts(db, planOf(inCohort(1, 9, 77))).cohorts, []);
});

ask("gives the plan as it is where it names none", () => {
  const plan = planOf({ type: "AND", values: [] });
  assert.is(withCohorts(open(), plan), plan);
});

const person = (personId: number | null): FilterRow => ({
  properties: {},
  personId,
  personProperties: personId === 2 ? { plan: "pro" } : {},
  groupProperties: () => ({}),
});

ask("gives all that an engine needs beside the lists", () => {
  const { cohorts = [] } = structuredClone(withCohorts(open(), planOf(inCohort(3, 5))));
  const lookup = lookUpCohorts({
    find: (id) => cohorts.find((cohort) => cohort.id === id),
    membersOf: () => new Set([1]),
  });
  assert.equal([1, 2, 3, null].map(person).map(lookup(3)), [true, true, false, false]);
  // A cohort that is made of itself has no members.
  assert.equal([1, 2].map(person).map(lookup(5)), [false, false]);
});

ask.run();
