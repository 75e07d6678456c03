import { suite } from "uvu";
import * as assert from "uvu/assert";
import { toClock } from "../../../lib/base/clock.ts";
import { cohortLookup } from "../../../lib/events/filters/cohort-lookup.ts";
import type { FilterRow } from "../../../lib/events/filters/compile.ts";
import type { Properties } from "../../../lib/events/filters/property-text.ts";
import type { Db } from "../../../lib/storage/index.ts";
import { loadCase, openEmpty } from "../../questions/load-case.ts";
import type { CaseData } from "../../questions/load-case.ts";

function person(personId: number | null, personProperties: Properties = {}): FilterRow {
  return { properties: {}, personId, personProperties, groupProperties: () => ({}) };
}

const clock = toClock("2020-01-01T00:00:00Z");

function open(cohorts: NonNullable<CaseData["cohorts"]>): { db: Db; projectId: number } {
  const db = openEmpty();
  const persons = [{ distinct_ids: ["a"] }, { distinct_ids: ["b"] }];
  return { db, projectId: loadCase(db, { now: "2020-01-01T00:00:00Z", persons, cohorts }).id };
}

const inCohort = (id: number) => [{ properties: [{ key: "id", value: id, type: "cohort" }] }];

const lookup = suite("cohortLookup");

lookup("takes the members of a static cohort, unknown ones left out", () => {
  const { db, projectId } = open([{ id: 3, is_static: true, members: ["b", "nobody"] }]);
  const isMember = cohortLookup({ db, clock }, projectId)(3);
  assert.equal([person(1), person(2), person(null)].map(isMember), [false, true, false]);
});

lookup("evaluates any other on person properties: groups are ORed, a group's filters ANDed", () => {
  const properties = [
    { key: "plan", value: "pro" },
    { key: "age", value: 18, operator: "gte" },
  ];
  const { db, projectId } = open([{ id: 3, groups: [{ properties }, { properties: { vip: "yes" } }] }]);
  const isMember = cohortLookup({ db, clock }, projectId)(3);
  assert.is(isMember(person(1, { plan: "pro", age: 20 })), true);
  assert.is(isMember(person(1, { plan: "pro", age: 10 })), false);
  assert.is(isMember(person(1, { vip: "yes" })), true);
});

lookup("takes relative dates of filters from the clock", () => {
  const filter = { key: "since", operator: "is_date_after", value: "-7d" };
  const { db, projectId } = open([{ id: 3, groups: [{ properties: [filter] }] }]);
  const isMember = cohortLookup({ db, clock }, projectId)(3);
  assert.is(isMember(person(1, { since: "2019-12-25T00:00:01Z" })), true);
  assert.is(isMember(person(1, { since: "2019-12-24T23:59:59Z" })), false);
});

lookup("lets nobody in where there is no person, even when the definition asks for a missing property", () => {
  const { db, projectId } = open([{ id: 3, groups: [{ properties: [{ key: "plan", operator: "is_not_set" }] }] }]);
  const isMember = cohortLookup({ db, clock }, projectId)(3);
  assert.equal([person(1), person(null)].map(isMember), [true, false]);
});

lookup("finds no members in a cohort that is not there, has no groups, or is another project's", () => {
  const { db, projectId } = open([{ id: 3 }, { id: 4, groups: [{ properties: [] }] }]);
  assert.is(cohortLookup({ db, clock }, projectId)(99)(person(1)), false);
  assert.is(cohortLookup({ db, clock }, projectId)(3)(person(1)), false);
  assert.is(cohortLookup({ db, clock }, projectId)(4)(person(1)), true);
  assert.is(cohortLookup({ db, clock }, projectId + 1)(4)(person(1)), false);
});

lookup("follows cohorts of cohorts, and stops where one is defined by itself", () => {
  const { db, projectId } = open([
    { id: 3, is_static: true, members: ["a"] },
    { id: 4, groups: inCohort(3) },
    { id: 5, groups: inCohort(5) },
  ]);
  const cohorts = cohortLookup({ db, clock }, projectId);
  assert.equal(
    [3, 4, 5].map((id) => cohorts(id)(person(1))),
    [true, true, false],
  );
});

lookup.run();
