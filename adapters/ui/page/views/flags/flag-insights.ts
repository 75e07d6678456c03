import { toAddress } from "../../../insight-address.ts";
import type { Entity, QuestionDraft } from "../insights/question.ts";

/** The event that SDKs send when an app asks for a flag. */
const CALLED = "$feature_flag_called";

const BY_VARIANT: Pick<QuestionDraft, "breakdown" | "breakdown_type" | "date_from"> = {
  breakdown: "$feature_flag_response",
  breakdown_type: "event",
  date_from: "-30d",
};

function calls(key: string): Entity {
  const ofFlag = { key: "$feature_flag", value: key, operator: "exact", type: "event" };
  return { id: CALLED, type: "events", order: 0, custom_name: `asked for ${key}`, properties: [ofFlag] };
}

/** The address of a trend of the persons who asked for a flag, by the value they got. */
export function trendByVariant(key: string): string {
  return toAddress("new", { insight: "TRENDS", events: [{ ...calls(key), math: "dau" }], ...BY_VARIANT });
}

/** The address of a funnel from a flag's call to a goal, by the value of the call. */
export function funnelByVariant(key: string, goal: Pick<Entity, "id" | "type" | "name">): string {
  const step: Entity = { ...goal, order: 1 };
  const entities = goal.type === "actions" ? { events: [calls(key)], actions: [step] } : { events: [calls(key), step] };
  const attribution = { breakdown_attribution_type: "first_touch" };
  return toAddress("new", { insight: "FUNNELS", ...entities, ...BY_VARIANT, ...attribution });
}
