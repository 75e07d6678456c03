import { suite } from "uvu";
import * as assert from "uvu/assert";
import { checkExpression, openEvaluator } from "../../../lib/hogql/index.ts";

const kept = suite("expressions that stay compiled");

const PLACE = { timezone: "UTC", weekStartDay: 0, subject: "event", nowMs: 0 } as const;

kept("the same text in another zone is another expression", () => {
  const evaluator = openEvaluator();
  const text = "timestamp >= '2024-01-02'";
  const isLater = (timezone: string) =>
    evaluator.open(text, "condition", { ...PLACE, timezone, inputs: [{ of: "column", key: "timestamp" }] })([
      Date.UTC(2024, 0, 2, 3),
    ]);
  assert.equal([isLater("UTC"), isLater("America/New_York"), isLater("UTC")], [1, 0, 1]);
  evaluator.close();
});

kept("the same text reads an event, or a person", () => {
  for (const subject of ["event", "person"] as const) {
    const { inputs } = checkExpression("properties.plan = 'pro'", "condition", { timezone: "UTC", subject });
    assert.equal(inputs, [{ of: subject, key: "plan" }]);
  }
});

kept("time is that of the question, not of the one that compiled it", () => {
  const evaluator = openEvaluator();
  const yearAt = (nowMs: number) =>
    evaluator.openAll("toYear(now())", "text", { ...PLACE, nowMs, inputs: [] }, { ms: 0 })([[]]);
  assert.equal([yearAt(Date.UTC(2023, 5)), yearAt(Date.UTC(2024, 5))], [["2023"], ["2024"]]);
  evaluator.close();
});

kept.run();
