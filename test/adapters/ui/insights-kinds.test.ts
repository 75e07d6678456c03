import { suite } from "uvu";
import * as assert from "uvu/assert";
import { kindOf, KIND_NAMES, toDefault, toKind } from "../../../adapters/ui/page/views/insights/kinds.ts";
import { entitiesOf } from "../../../adapters/ui/page/views/insights/question.ts";
import type { QuestionDraft } from "../../../adapters/ui/page/views/insights/question.ts";

const NAMES = ["$pageview", "viewed", "$pageleave", "added", "bought", "came back"];

function idsOf(question: QuestionDraft): unknown[] {
  return entitiesOf(question).map(({ id }) => id);
}

const defaults = suite("toDefault");

defaults("is a question of its kind", () => {
  for (const kind of KIND_NAMES) {
    assert.is(kindOf(toDefault(kind, NAMES)), kind);
    assert.is(kindOf(toDefault(kind, [])), kind);
  }
});

defaults("is about the most frequent events, a funnel about three of one's own", () => {
  assert.equal(idsOf(toDefault("trends", NAMES)), ["$pageview"]);
  assert.equal(idsOf(toDefault("funnel", NAMES)), ["viewed", "added", "bought"]);
  assert.equal(toDefault("retention", NAMES).target_entity?.id, "viewed");
});

defaults("has two steps where there are no events", () => {
  assert.equal(idsOf(toDefault("funnel", [])), ["$pageview", "$pageleave"]);
});

defaults("makes paths of one's own events where there are no pages", () => {
  assert.equal(toDefault("paths", ["viewed"]).include_event_types, ["custom_event"]);
  assert.equal(toDefault("paths", NAMES).include_event_types, ["$pageview"]);
});

defaults.run();

const turning = suite("toKind");

const TREND: QuestionDraft = {
  insight: "TRENDS",
  events: [
    { id: "a", type: "events", order: 0, math: "sum", math_property: "price", properties: [{ key: "k", value: 1 }] },
    { id: "b", type: "events", order: 1 },
  ],
  date_from: "-90d",
  properties: [{ key: "plan", value: "pro", type: "person" }],
  filter_test_accounts: true,
  formula: "A/B",
  breakdown: "$browser",
};

turning("keeps events, dates and filters, and leaves what the other does not know", () => {
  assert.equal(toKind(TREND, "funnel", NAMES), {
    insight: "FUNNELS",
    date_from: "-90d",
    events: [
      { id: "a", type: "events", order: 0, properties: [{ key: "k", value: 1 }] },
      { id: "b", type: "events", order: 1 },
    ],
    properties: [{ key: "plan", value: "pro", type: "person" }],
    filter_test_accounts: true,
  });
});

turning("takes a funnel as it is to its correlation and back", () => {
  const funnel: QuestionDraft = {
    ...toDefault("funnel", NAMES),
    funnel_order_type: "strict",
    exclusions: [{ id: "x", type: "events", funnel_from_step: 0, funnel_to_step: 2 }],
  };
  const correlation = toKind(funnel, "correlation", NAMES);
  assert.equal(correlation, { ...funnel, insight: "CORRELATION", funnel_correlation_type: "events" });
  assert.equal(toKind(correlation, "funnel", NAMES), funnel);
});

turning("gives a funnel steps when there was one event", () => {
  const one: QuestionDraft = { insight: "TRENDS", events: [{ id: "a", type: "events", order: 0 }] };
  assert.equal(idsOf(toKind(one, "funnel", NAMES)), ["viewed", "added", "bought"]);
});

turning("asks a lifecycle of the first event alone, and retention of it too", () => {
  assert.equal(idsOf(toKind(TREND, "lifecycle", NAMES)), ["a"]);
  assert.is(toKind(TREND, "retention", NAMES).target_entity?.id, "a");
  const dated = toKind({ ...TREND, date_from: "-30d", date_to: "-1d" }, "retention", NAMES);
  assert.equal([dated.date_from, dated.date_to], [undefined, "-1d"]);
});

turning("leaves a question of the same kind alone", () => {
  assert.is(toKind(TREND, "trends", NAMES), TREND);
});

turning.run();
