import { suite } from "uvu";
import * as assert from "uvu/assert";
import { HogletError } from "../../../lib/base/errors.ts";
import { parse } from "../../../lib/base/parse.ts";
import { EventEntityInput } from "../../../lib/questions/shared/entity.ts";
import type { Entity } from "../../../lib/questions/shared/entity.ts";
import { readOlderLifecycle } from "../../../lib/questions/lifecycle/older/question.ts";

/** The entities of a question of the older dialect. */
function entities(...events: object[]): Entity[] {
  return readOlderLifecycle({ events }).query.entities;
}

const entity = suite("entities of the older dialect");

entity("fills in every default, the id as the name", () => {
  assert.equal(entities({ id: "paid" }), [
    {
      id: "paid",
      type: "events",
      order: 0,
      name: "paid",
      custom_name: null,
      math: "total",
      math_property: null,
      math_group_type_index: null,
      properties: { type: "AND", values: [] },
    },
  ]);
});

entity("takes null for any event, and trims custom names", () => {
  const [any] = entities({ id: null, custom_name: "  all of it " });
  assert.equal([any?.id, any?.name, any?.custom_name], [null, "All events", "all of it"]);
  assert.is(entities({ id: "a", custom_name: "  " })[0]?.custom_name, null);
});

entity("sorts stably by order, missing and 0 before all others, and numbers anew", () => {
  const sorted = entities(
    { id: "c", order: 2 },
    { id: "b", order: "1" },
    { id: "x" },
    { id: "y", order: 0 },
    { id: "z", order: -1 },
    { id: "d", order: 2 },
  );
  assert.equal(
    sorted.map(({ id, order }) => `${id}${order}`),
    ["x0", "y1", "z2", "b3", "c4", "d5"],
  );
});

entity("puts actions before events of the same order", () => {
  const events = [{ id: "a", order: 1 }, { id: "b" }];
  const actions = [{ id: "7", order: 1 }, { id: 8 }];
  const merged = readOlderLifecycle({ events, actions }).query.entities;
  assert.equal(
    merged.map(({ id, type, order }) => [id, type, order]),
    [
      [8, "actions", 0],
      ["b", "events", 1],
      [7, "actions", 2],
      ["a", "events", 3],
    ],
  );
});

const refusals: [input: object, attr: string, code: string][] = [
  [{ math: "sum_count_per_actor" }, "events__0__math", "invalid_input"],
  [{ math: "hogql" }, "events__0__math_hogql", "required"],
  [{ math: "hogql", math_hogql: "event = 'x'" }, "events__0__math_hogql", "invalid_input"],
  [{ math: "avg_count_per_actor", math_group_type_index: 7 }, "events__0__math_group_type_index", "max_value"],
  [{ math: "mode" }, "events__0__math", "invalid_input"],
  [{ math: "unique_group" }, "events__0__math_group_type_index", "invalid_input"],
  [{ math: "unique_group", math_group_type_index: 5 }, "events__0__math_group_type_index", "max_value"],
];

for (const [input, attr, code] of refusals) {
  entity(`refuses ${JSON.stringify(input)}`, () => {
    assert.throws(
      () => entities({ id: "a", ...input }),
      (error: unknown) => error instanceof HogletError && error.attr === attr && error.code === code,
    );
  });
}

entity.run();

const wire = suite("EventEntityInput");

wire("takes a number as a name, and requires an id", () => {
  assert.is(parse(EventEntityInput, { id: 5 }).id, "5");
  assert.throws(() => parse(EventEntityInput, { name: "a" }), /required/);
});

wire.run();
