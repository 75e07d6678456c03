import type { CorrelationPlan } from "./correlation/plan.ts";
import type { EventNamesPlan, EventValuesPlan, PropertyKeysPlan } from "./definitions/catalogue-plan.ts";
import type {
  FunnelActorsPlan,
  FunnelPeriodsPlan,
  FunnelPlan,
  FunnelTimesPlan,
  FunnelTracePlan,
} from "./funnel/plan.ts";
import type { LifecycleActorsPlan, LifecyclePlan } from "./lifecycle/plan.ts";
import type { PathActorsPlan, PathsPlan } from "./paths/plan.ts";
import type { AppearancesPlan, RetentionActorsPlan, RetentionPlan } from "./retention/plan.ts";
import type { EarliestEventPlan } from "./shared/earliest-event.ts";
import type { StickinessActorsPlan, StickinessPlan } from "./stickiness/plan.ts";
import type { QuantilesPlan, TrendActorsPlan, TrendPlan } from "./trend/plan.ts";

/** The plans of actors behind a number. */
export type AnyActorsPlan =
  | TrendActorsPlan
  | LifecycleActorsPlan
  | StickinessActorsPlan
  | RetentionActorsPlan
  | FunnelActorsPlan
  | PathActorsPlan;

/** Every plan that an engine has to answer. `kind` tells them apart. */
export type AnyPlan =
  | AnyActorsPlan
  | EarliestEventPlan
  | QuantilesPlan
  | EventNamesPlan
  | PropertyKeysPlan
  | EventValuesPlan
  | TrendPlan
  | LifecyclePlan
  | StickinessPlan
  | RetentionPlan
  | AppearancesPlan
  | FunnelPlan
  | FunnelTimesPlan
  | FunnelPeriodsPlan
  | FunnelTracePlan
  | CorrelationPlan
  | PathsPlan;
