import { suite } from "uvu";
import * as assert from "uvu/assert";
import { entitiesOf, entityName, withEntities, withFields } from "../../../adapters/ui/page/views/insights/question.ts";
import type { Entity, QuestionDraft } from "../../../adapters/ui/page/views/insights/question.ts";

const EMPTY: QuestionDraft = { insight: "FUNNELS" };

const entities = suite("withEntities");

entities("keeps the order of events and actions among each other", () => {
  const mixed: Entity[] = [
    { id: "a", type: "events" },
    { id: 1, type: "actions", name: "One" },
    { id: "b", type: "events" },
    { id: 2, type: "actions" },
  ];
  const question = withEntities(EMPTY, mixed);
  assert.equal(
    question.events?.map(({ id, order }) => [id, order]),
    [
      ["a", 0],
      ["b", 2],
    ],
  );
  assert.equal(
    question.actions?.map(({ id, order }) => [id, order]),
    [
      [1, 1],
      [2, 3],
    ],
  );
  assert.equal(
    entitiesOf(question).map(({ id }) => id),
    ["a", 1, "b", 2],
  );
});

entities("leaves out the list that is empty", () => {
  assert.equal(Object.keys(withEntities(EMPTY, [{ id: "a", type: "events" }])), ["insight", "events"]);
});

entities.run();

const fields = suite("withFields");

fields("takes away what is undefined", () => {
  assert.equal(
    withFields({ insight: "TRENDS", formula: "A", compare: true }, { formula: undefined, interval: "week" }),
    {
      insight: "TRENDS",
      compare: true,
      interval: "week",
    },
  );
});

fields.run();

const naming = suite("nameOf");

naming("is the label, else the event or the action", () => {
  assert.is(entityName({ id: "paid", type: "events", custom_name: "Bought" }), "Bought");
  assert.is(entityName({ id: "paid", type: "events" }), "paid");
  assert.is(entityName({ id: null, type: "events" }), "All events");
  assert.is(entityName({ id: 3, type: "actions" }), "Action 3");
  assert.is(entityName({ id: 3, type: "actions", name: "Spent" }), "Spent");
});

naming.run();
