import { suite } from "uvu";
import * as assert from "uvu/assert";
import { toPointEntity } from "../../../lib/questions/shared/point-entity.ts";
import { toPointLine } from "../../../lib/questions/trend/point-line.ts";
import { toFunnelPointLine } from "../../../lib/questions/funnel/funnel-point-line.ts";
import { readOlderFunnel } from "../../../lib/questions/funnel/older/question.ts";
import { requireInsightName, toInsight } from "../../../lib/questions/shared/insight-name.ts";
import { scalarText } from "../../../lib/questions/shared/scalar-text.ts";
import { readOlderTrend } from "../../../lib/questions/trend/older/question.ts";

const scalar = suite("scalarText");

scalar("is the text of what has one", () => {
  assert.equal(
    ["a", 1.5, true, null].map((value) => scalarText(value, "x")),
    ["a", "1.5", "true", "null"],
  );
});

/** As JSON can carry it: `String` of it throws, which would be an error of the server. */
const TEXTLESS = JSON.parse('{"toString":1,"valueOf":1}') as unknown;

const FUNNEL = { events: [{ id: "a" }, { id: "b", order: 1 }], breakdown: "os" };

const READERS: Record<string, (value: unknown) => unknown> = {
  x: (value) => scalarText(value, "x"),
  insight: (insight) => toInsight({ insight }),
  shown_as: (shown_as) => toInsight({ shown_as }),
  sampling_factor: (sampling_factor) => readOlderTrend({ sampling_factor }),
  explicit_date: (explicit_date) => readOlderTrend({ explicit_date }),
  entity_order: (entity_order) => toPointEntity({ entity_order }, []),
  entity_id: (entity_id) => toPointEntity({ entity_id }, []),
  entity_type: (entity_type) => toPointEntity({ entity_id: "a", entity_type }, []),
  entity_math: (entity_math) => toPointEntity({ entity_id: "a", entity_type: "events", entity_math }, []),
  breakdown_value: (value) => toPointLine(value, readOlderTrend({ breakdown: "os" }).query.breakdown),
  funnel_step_breakdown: (value) =>
    toFunnelPointLine({ funnel_step_breakdown: [value] }, readOlderFunnel(FUNNEL).query),
  funnel_step_other: (value) =>
    toFunnelPointLine({ funnel_step_breakdown: "Other", funnel_step_other: value }, readOlderFunnel(FUNNEL).query),
};

scalar("refuses what has none, naming the field, wherever a field is read by itself", () => {
  for (const [attr, read] of Object.entries(READERS)) {
    try {
      read(TEXTLESS);
      assert.unreachable(attr);
    } catch (error) {
      const { status, attr: named } = error as { status?: number; attr?: string };
      assert.equal([status, named], [400, attr]);
    }
  }
  assert.throws(() => requireInsightName({ insight: TEXTLESS }), /Expected a text/);
});

scalar.run();
