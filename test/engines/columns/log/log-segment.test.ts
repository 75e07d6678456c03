import { suite } from "uvu";
import * as assert from "uvu/assert";
import { namedKeys } from "../../../../lib/engines/columns/log/named-keys.ts";
import { createStore } from "../../../../lib/engines/columns/log/store.ts";
import type { Segment } from "../../../../lib/engines/columns/log/segment.ts";
import { loadCase, openEmpty } from "../../../questions/load-case.ts";

const NOW = "2024-01-05T00:00:00Z";

/** Values of a property by row. */
function valuesOf(segment: Segment, key: string): unknown[] {
  const { codes, values } = segment.property(key);
  return Array.from(codes, (code) => values[code]);
}

const unfinished = suite("properties of the unfinished block");

unfinished("are read for the keys that the first question names, and all of them for another key", () => {
  const db = openEmpty();
  const events = Array.from({ length: 300 }, (_, at) => ({
    event: "x",
    distinct_id: "a",
    timestamp: new Date(Date.UTC(2024, 0, 1, 0, 0, at)).toISOString(),
    properties: { plan: at % 3, page: `/${at % 5}`, request: `a long text of its own, number ${at}` },
  }));
  const { id } = loadCase(db, { now: NOW, events });
  const store = createStore(db);
  const [segment] = store.segments(id);
  assert.ok(segment);
  const before = store.cache.sizeBytes;
  store.expect(new Set(["plan", "page", "constructor"]));
  assert.equal(valuesOf(segment, "plan").slice(0, 4), [0, 1, 2, 0]);
  assert.is(valuesOf(segment, "constructor")[0], undefined);
  const [few, wanted] = [store.cache.sizeBytes - before, 300 * 60];
  assert.ok(few < wanted, `${few} bytes, of which 300 texts would take ${wanted}`);
  // A later question, which names other keys.
  store.expect(new Set(["request"]));
  assert.is(valuesOf(segment, "request")[299], "a long text of its own, number 299");
  assert.ok(store.cache.sizeBytes - before > wanted);
  store.expect(new Set(["page"]));
  const size = store.cache.sizeBytes;
  assert.equal(valuesOf(segment, "page").slice(4, 6), ["/4", "/0"]);
  assert.ok(store.cache.sizeBytes - size < 500, "Only the column of the key is new.");
  assert.equal(new Set(segment.keys()), new Set(["plan", "page", "request"]));
  db.close();
});

unfinished("are all found without a question that names them", () => {
  const db = openEmpty();
  const { id } = loadCase(db, {
    now: NOW,
    events: [{ event: "x", distinct_id: "a", timestamp: NOW, properties: { plan: 1 } }],
  });
  const [segment] = createStore(db).segments(id);
  assert.ok(segment);
  assert.equal(valuesOf(segment, "plan"), [1]);
  db.close();
});

unfinished.run();

const named = suite("namedKeys");

named("are those of filters, breakdowns and numbers, and of groups", () => {
  const plan = {
    edgesMs: [1, 2, 3],
    series: [
      {
        select: {
          anyOf: [{ event: "x", filter: { type: "AND", values: [] } }],
          filter: { type: "AND", values: [{ type: "OR", values: [{ type: "event", key: "a", value: ["key"] }] }] },
        },
        counting: { by: "numbers", key: "b", aggregate: { name: "sum" } },
        breakdown: {
          by: "values",
          sources: [
            { type: "event", key: "c" },
            { type: "group", groupTypeIndex: 2, key: "d" },
          ],
        },
      },
    ],
    filters: [{ type: "group", group_type_index: 1, key: "e" }],
    none: null,
  };
  assert.equal([...namedKeys(plan)].toSorted(), ["$group_1", "$group_2", "a", "b", "c", "d", "e"]);
});

named.run();
