import { suite } from "uvu";
import * as assert from "uvu/assert";
import { parseFilters } from "../../../lib/events/filters/index.ts";
import { createPropertyTest } from "../../../lib/log/list/property-test.ts";
import { openRest } from "../../http/ask.ts";

const test = suite("createPropertyTest");

/** An event of which everything but its own texts is counted when it is read. */
function countedEvent(reads: string[]) {
  const own: Record<string, unknown> = { seq: 1, properties: '{"plan":"free"}', person_id: 1, person_properties: "{}" };
  return new Proxy(own, {
    get(target, key) {
      if (key !== "seq" && key !== "properties") reads.push(String(key));
      return target[String(key)];
    },
  });
}

test("reads the person of an event for filters of persons alone: it would cost more than the filter", () => {
  const { ctx } = openRest();
  const reads: string[] = [];
  const passes = (type: string, key: string) =>
    createPropertyTest(
      ctx,
      1,
      parseFilters([{ type, key, value: "free" }], "properties"),
    )(countedEvent(reads) as never);
  assert.is(passes("event", "plan"), true);
  assert.equal(reads, []);
  assert.is(passes("person", "plan"), false);
  assert.ok(reads.includes("person_properties"));
});

test.run();
