import { isFields } from "../../../lib/base/fields.ts";
import type { PersonRecord } from "../../../lib/index.ts";
import { ownProperties } from "../../explain/index.ts";
import { requireArguments } from "../require-fields.ts";
import { differences, partLike, show, tell } from "../subset.ts";
import type { AssertedView } from "../test-view.ts";
import type { Verdict } from "./verdict.ts";

/** Does a person of this distinct id exist, with these properties? @param properties a part of them. @default any */
export async function person(
  view: AssertedView,
  distinctId: string,
  properties: Record<string, unknown> = {},
): Promise<Verdict> {
  requireArguments(typeof distinctId === "string" && isFields(properties), 'toHavePerson("u1", { plan: "pro" })');
  const all = await view.persons();
  const found = findPerson(all, distinctId);
  if (found === undefined)
    return { pass: false, message: () => `Expected a person ${distinctId}.\n${describePersons(all)}` };
  const isNested = isFields(properties["properties"]) && !Object.hasOwn(found.properties, "properties");
  requireArguments(!isNested, 'the properties themselves: toHavePerson("u1", { plan: "pro" })');
  const missed = differences(properties, found.properties, "properties");
  return {
    pass: missed.length === 0,
    expected: properties,
    actual: partLike(properties, found.properties),
    message: () =>
      missed.length === 0
        ? `Expected no person ${distinctId} with ${show(properties)}, but there is: ${show(ownProperties(found.properties))}.`
        : `Expected the person ${distinctId} to have ${show(properties)}: ${missed.map(tell).join("; ")}.`,
  };
}

/** Do all of these distinct ids belong to one person? */
export async function merged(view: AssertedView, ...distinctIds: string[]): Promise<Verdict> {
  const isRight = distinctIds.length > 1 && distinctIds.every((id) => typeof id === "string");
  requireArguments(isRight, 'two distinct ids or more: toHaveMerged("u1", "visitor")');
  const all = await view.persons();
  const found = distinctIds.map((distinctId) => findPerson(all, distinctId));
  const [first] = found;
  const pass = first !== undefined && found.every((each) => each?.uuid === first.uuid);
  const reasons = pass ? [] : await mergeWarnings(view, distinctIds);
  return {
    pass,
    message: () =>
      pass
        ? `Expected ${distinctIds.join(" and ")} to be different persons, but they are one: ${first.distinct_ids.join(", ")}.`
        : [
            `Expected ${distinctIds.join(" and ")} to be one person.`,
            ...distinctIds.map((distinctId, index) => `  ${distinctId}: ${describeOne(found[index])}`),
            ...reasons,
          ].join("\n"),
  };
}

function findPerson(persons: readonly PersonRecord[], distinctId: string): PersonRecord | undefined {
  return persons.find(({ distinct_ids }) => distinct_ids.includes(distinctId));
}

function describeOne(found: PersonRecord | undefined): string {
  return found === undefined ? "nobody" : `the person of ${found.distinct_ids.join(", ")}`;
}

/** Persons named in a failure. */
const SHOWN = 10;

function describePersons(persons: readonly PersonRecord[]): string {
  if (persons.length === 0) return "There are no persons.";
  const ids = persons.slice(-SHOWN).map(({ distinct_ids }) => `  ${distinct_ids.join(", ")}`);
  return [persons.length === 1 ? "There is one person:" : `There are ${persons.length} persons:`, ...ids].join("\n");
}

async function mergeWarnings(view: AssertedView, distinctIds: readonly string[]): Promise<string[]> {
  const warnings = await view.warnings();
  const about = warnings.filter(
    ({ type, distinct_id }) =>
      type.startsWith("cannot_merge") && distinct_id !== null && distinctIds.includes(distinct_id),
  );
  return about.map(({ type, message }) => `  ${type}: ${message ?? ""}`);
}
