import { suite } from "uvu";
import * as assert from "uvu/assert";
import { filtersToNode, nodeToOldFilters } from "../../lib/questions/index.ts";
import { toEntityProperties, toGlobalProperties } from "../../lib/questions/shared/filters-to-node.ts";
import { upgradeNode } from "../../lib/query/index.ts";
import { expectBody, valueAt } from "./expect-body.ts";
import { askGiven, askStored, givenQueries } from "./given-queries.ts";
import type { GivenConversion, GivenQuery, GivenRequest } from "./given-queries.ts";
import { NOT_YET } from "./not-yet.ts";
import { oneIn } from "../support/rounds.ts";

/** A case passes, or fails with the reason. */
async function check({ given, expect }: GivenQuery): Promise<void> {
  if ("direction" in given) return checkConversion(given, expect);
  const { status, body } = await ("stored_status" in given ? askStored(given) : askGiven(given as GivenRequest));
  assert.is(status, expect["status"], JSON.stringify(body).slice(0, 500));
  expectBody(body, expect);
}

function checkConversion(given: GivenConversion, expected: Record<string, unknown>): void {
  if (expected["error"] === true) {
    assert.throws(
      () => convert(given),
      (error: Error) => error.message.includes(String(expected["message_contains"])),
    );
    return;
  }
  const wanted = without(expected["query"] ?? expected["filters"] ?? expected["properties"]);
  const found = without(convert(given));
  if (expected["match"] === "subset") expectSubset(found, wanted);
  else assert.equal(found, wanted);
  for (const path of (expected["absent"] ?? []) as string[]) assert.is(valueAt(found, path), undefined, path);
}

function convert({ direction, converter, scope, filters, query, properties }: GivenConversion): unknown {
  switch (direction) {
    case "filters_to_query":
      return filtersToNode(filters, converter === "frontend" ? "browser" : "server");
    case "query_to_filters":
      return nodeToOldFilters(query as Record<string, unknown>);
    case "properties":
      return scope === "entity" ? toEntityProperties(properties) : toGlobalProperties(properties);
    case "upgrade":
      return upgradeNode(query as Record<string, unknown>);
  }
}

/** Both sides without null, empty objects and defaults of the schema; empty lists go too, except for `series`. */
function without(value: unknown, name = ""): unknown {
  if (Array.isArray(value))
    return value.length === 0 && name !== "series" && name !== "values"
      ? undefined
      : value.map((each) => without(each));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value)
    .filter(([key, each]) => each !== null && !isDefault(key, each))
    .map(([key, each]) => [key, without(each, key)] as const)
    .filter(([, each]) => each !== undefined && !(isRecord(each) && Object.keys(each).length === 0));
  return Object.fromEntries(entries);
}

const DEFAULTS: Record<string, unknown> = { explicitDate: false, interval: "", compare: false, math: "" };

function isDefault(key: string, value: unknown): boolean {
  return Object.hasOwn(DEFAULTS, key) && DEFAULTS[key] === value;
}

function isRecord(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The keys that are wanted, deeply equal; a nested object of the top level likewise. */
function expectSubset(found: unknown, wanted: unknown): void {
  for (const [key, value] of Object.entries(wanted as object)) {
    assert.equal((found as Record<string, unknown>)[key], value, key);
  }
}

const cases = suite("given cases of queries");
const some = oneIn(2, cases);
for (const one of givenQueries()) {
  const isLate = NOT_YET.has(one.id);
  some(`${one.id} ${one.kind}: ${one.title}${isLate ? " (not yet)" : ""}`, async () => {
    if (!isLate) return check(one);
    const failure = await check(one).then(
      () => null,
      (error: unknown) => error,
    );
    // The list of cases that do not pass only shrinks.
    assert.ok(failure !== null, `${one.id} passes: take it off the list in not-yet.ts`);
  });
}
cases.run();
