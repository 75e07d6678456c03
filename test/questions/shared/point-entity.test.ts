import { suite } from "uvu";
import * as assert from "uvu/assert";
import { toPointEntity } from "../../../lib/questions/shared/point-entity.ts";
import { readOlderLifecycle } from "../../../lib/questions/lifecycle/older/question.ts";

const { entities } = readOlderLifecycle({
  events: [
    { id: "paid", math: "dau", order: 1 },
    { id: "paid", custom_name: "all of them", order: 2 },
    { id: "7", custom_name: "an event", order: 3 },
    { id: null, order: 4 },
  ],
  actions: [{ id: 7, custom_name: "an action", order: 5 }],
}).query;

const find = (input: Record<string, unknown>) => toPointEntity(input, entities);

const entity = suite("toPointEntity");

entity("takes the place in the question before all else", () => {
  assert.is(find({ entity_order: "3", entity_id: "paid", entity_type: "events" }).id, null);
  assert.is(find({ entity_order: 0, entity_id: "x" }).math, "dau");
});

entity("else looks for id, type and math; without a math one that counts events is preferred", () => {
  assert.is(find({ entity_id: "paid", entity_type: "events" }).custom_name, "all of them");
  assert.is(find({ entity_id: "paid", entity_type: "events", entity_math: "dau" }).math, "dau");
  assert.is(find({ entity_id: 7, entity_type: "actions" }).custom_name, "an action");
  assert.is(find({ entityId: "7", entity_type: "events" }).custom_name, "an event");
  assert.is(find({ entity_id: "paid" }).custom_name, "all of them");
  assert.is(find({ entity_order: 9, entity_id: "paid" }).custom_name, "all of them");
});

entity("else makes one, which counts the same actors", () => {
  const made = find({ entity_id: "new", entity_type: "events", entity_math: "sum" });
  assert.equal([made.id, made.type, made.math, made.properties.values], ["new", "events", "total", []]);
  assert.is(find({ entity_id: "new", entity_type: "events", entity_math: "weekly_active" }).math, "weekly_active");
  const group = { entity_id: "new", entity_type: "events", entity_math: "unique_group", math_group_type_index: "2" };
  assert.is(find(group).math_group_type_index, 2);
  assert.is(find({ entity_id: "9", entity_type: "actions" }).id, 9);
});

function attrOf(input: Record<string, unknown>): string {
  try {
    find(input);
    return "none";
  } catch (error) {
    return (error as { attr: string }).attr;
  }
}

entity("refuses what names none", () => {
  assert.is(attrOf({}), "entity_id");
  assert.is(attrOf({ entity_order: 9 }), "entity_id");
  assert.is(attrOf({ entity_id: "new" }), "entity_type");
  assert.is(attrOf({ entity_id: "new", entity_type: "persons" }), "entity_type");
  assert.is(attrOf({ entity_id: "new", entity_type: "actions" }), "entity_id");
  assert.is(attrOf({ entity_id: "new", entity_type: "events", entity_math: "constructor" }), "entity_math");
});

entity.run();
