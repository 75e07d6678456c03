import { suite } from "uvu";
import * as assert from "uvu/assert";
import { toShownQuestion } from "../../../adapters/ui/page/views/dashboards/shown-question.ts";

const questions = suite("toShownQuestion");

questions("keeps a question's own dates where the dashboard has none", () => {
  const question = { insight: "TRENDS", events: [{ id: "x" }], date_from: "-7d", date_to: "-1d" } as const;
  assert.equal(toShownQuestion({ question }, {}), question);
});

questions("takes both dates of the dashboard, of which one may be nothing", () => {
  const question = { insight: "TRENDS", date_from: "-7d", date_to: "-1d" } as const;
  assert.equal(toShownQuestion({ question }, { date_from: "-30d" }), { insight: "TRENDS", date_from: "-30d" });
  const both = { date_from: "2024-03-01", date_to: "2024-03-31" };
  assert.equal(toShownQuestion({ question }, both), { insight: "TRENDS", ...both });
});

questions("gives retention the end alone: its periods say how far back it looks", () => {
  const question = { insight: "RETENTION", period: "Week", total_intervals: 6 } as const;
  assert.equal(toShownQuestion({ question }, { date_from: "-30d", date_to: "-7d" }), { ...question, date_to: "-7d" });
});

questions("makes a correlation what the page knows as one", () => {
  assert.equal(toShownQuestion({ question: { insight: "CORRELATION", events: [] } }, {}), {
    insight: "FUNNELS",
    events: [],
    funnel_correlation_type: "events",
  });
  const named = { insight: "CORRELATION", funnel_correlation_type: "properties" } as const;
  assert.is(toShownQuestion({ question: named }, {}).funnel_correlation_type, "properties");
});

questions("asks events to pass the dashboard's filters too", () => {
  const question = { insight: "TRENDS", properties: [{ key: "plan", value: "pro" }] } as const;
  const properties = [{ key: "country", value: "DE" }];
  assert.equal(toShownQuestion({ question: { insight: "TRENDS" } }, { properties }).properties, properties);
  assert.equal(toShownQuestion({ question }, { properties }).properties, {
    type: "AND",
    values: [
      { type: "AND", values: [{ key: "plan", value: "pro" }] },
      { type: "AND", values: properties },
    ],
  });
  assert.equal(toShownQuestion({ question }, { properties: [] }), question);
});

questions.run();
