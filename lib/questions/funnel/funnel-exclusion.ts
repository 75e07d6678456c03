import * as v from "valibot";
import { invalid } from "../../base/errors.ts";
import type { Entity } from "../shared/entity.ts";
import { ActionsNode, EventsNode, GroupNode } from "../shared/node-series.ts";
import { readEntity } from "../shared/read-node.ts";
import { isAsWide } from "./entity-compare.ts";
import type { FunnelOrder } from "./plan.ts";

const stepEntries = {
  /** Steps are counted from 0. */
  funnelFromStep: v.pipe(v.number(), v.integer(), v.minValue(0)),
  funnelToStep: v.pipe(v.number(), v.integer(), v.minValue(0)),
};

export const ExclusionNode = v.variant("kind", [
  v.strictObject({ ...EventsNode.entries, ...stepEntries }),
  v.strictObject({ ...ActionsNode.entries, ...stepEntries }),
  v.strictObject({ ...GroupNode.entries, ...stepEntries }),
]);
export type ExclusionNode = v.InferOutput<typeof ExclusionNode>;

/** An event that may not happen between two steps of a funnel, both 0-based. */
export interface Exclusion {
  entity: Entity;
  fromStep: number;
  toStep: number;
}

/**
 * Reads the events that may not happen between steps.
 * @throws HogletError 400 naming the field, when a step does not fit, or the event is one of these steps
 * Source: reference/insights.md 11.4 and 11.5.
 */
export function readExclusions(
  nodes: readonly ExclusionNode[],
  { entities, order }: { entities: readonly Entity[]; order: FunnelOrder },
): Exclusion[] {
  return nodes.map(({ funnelFromStep: fromStep, funnelToStep: toStep, ...node }, index) => {
    const attr = `exclusions__${index}`;
    const entity = readEntity(node, { order: 0, attr, hasNames: false });
    const exclusion = { entity, fromStep, toStep };
    requireSteps(exclusion, attr, entities.length);
    refuseWholeOnly(exclusion, { attr, order, last: entities.length - 1 });
    refuseStep(exclusion, attr, entities);
    return exclusion;
  });
}

function requireSteps({ fromStep, toStep }: Exclusion, attr: string, count: number): void {
  if (fromStep >= toStep || fromStep >= count - 1) {
    throw invalid(`${attr}__funnel_from_step`, "Expected a step before funnel_to_step and before the last one.");
  }
  if (toStep > count - 1) throw invalid(`${attr}__funnel_to_step`, `Expected a step from 1 to ${count - 1}.`);
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
