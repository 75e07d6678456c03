import * as v from "valibot";
import { invalid } from "../../base/errors.ts";
import { ActionEntityInput, EventEntityInput, toEntity } from "../shared/entity.ts";
import type { Entity, EntityInput } from "../shared/entity.ts";
import { writtenAs } from "../../base/written-as.ts";
import { integerField } from "../shared/fields.ts";
import { isAsWide } from "./entity-compare.ts";
import type { FunnelOrder } from "./plan.ts";

const StepField = v.optional(integerField(0, 255));
const steps = { funnel_from_step: StepField, funnel_to_step: StepField };

/** One member of `exclusions`; without a `type` it is an event. */
const WireExclusion = v.variant("type", [
  v.object({ ...ActionEntityInput.entries, ...steps, type: v.literal("actions") }),
  v.object({ ...EventEntityInput.entries, ...steps, type: v.optional(v.literal("events"), "events") }),
]);
type WireExclusion = v.InferOutput<typeof WireExclusion>;

/** An event that may not happen between two steps, which are counted from 0; 400 when it is one of these steps itself. */
export type FunnelExclusionInput = EntityInput & {
  /** 0 to n − 2. */
  funnel_from_step: number;
  /** Up to n − 1. In an unordered funnel exclusions reach from 0 to the last step. */
  funnel_to_step: number;
};
export const FunnelExclusionInput = writtenAs<FunnelExclusionInput>()(WireExclusion);

/** An event that may not happen between two steps of a funnel, both 0-based. */
export interface Exclusion {
  entity: Entity;
  fromStep: number;
  toStep: number;
}

/**
 * Reads what may not happen between steps.
 * @throws HogletError 400 naming the field, when a step is missing or does not fit, or the event is one of these steps
 * Source: reference/insights.md 11.4 and 11.5.
 */
export function toExclusions(
  wires: readonly WireExclusion[],
  { entities, order }: { entities: readonly Entity[]; order: FunnelOrder },
): Exclusion[] {
  return wires.map((wire, index) => {
    const attr = `exclusions__${index}`;
    const exclusion = { entity: toEntity(wire, attr), ...toSteps(wire, attr, entities.length) };
    refuseWholeOnly(exclusion, { attr, order, last: entities.length - 1 });
    refuseStep(exclusion, attr, entities);
    return exclusion;
  });
}

function toSteps(
  { funnel_from_step: fromStep, funnel_to_step: toStep }: WireExclusion,
  attr: string,
  count: number,
): Pick<Exclusion, "fromStep" | "toStep"> {
  if (fromStep === undefined) throw invalid(`${attr}__funnel_from_step`, "This field is required.", "required");
  if (toStep === undefined) throw invalid(`${attr}__funnel_to_step`, "This field is required.", "required");
  if (fromStep >= toStep || fromStep >= count - 1) {
    throw invalid(`${attr}__funnel_from_step`, "Expected a step before funnel_to_step and before the last one.");
  }
  if (toStep > count - 1) throw invalid(`${attr}__funnel_to_step`, `Expected a step from 1 to ${count - 1}.`);
  return { fromStep, toStep };
}

function refuseWholeOnly(
  { fromStep, toStep }: Exclusion,
  { attr, order, last }: { attr: string; order: FunnelOrder; last: number },
): void {
  if (order !== "unordered" || (fromStep === 0 && toStep === last)) return;
  throw invalid(
    `${attr}__funnel_from_step`,
    `Steps of an unordered funnel have no order: exclusions reach from 0 to ${last}.`,
  );
}

function refuseStep({ entity, fromStep, toStep }: Exclusion, attr: string, entities: readonly Entity[]): void {
  const between = entities.slice(fromStep, toStep + 1);
  const step = between.find((each) => isAsWide(entity, each));
  if (step === undefined) return;
  throw invalid(`${attr}__id`, `Step ${step.order} is itself such an event, so nobody could ever do it.`);
}
