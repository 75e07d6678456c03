import type { CorrelationPlan } from "../../../lib/questions/correlation/plan.ts";
import type {
  EventNamesPlan,
  EventValuesPlan,
  PropertyKeysPlan,
} from "../../../lib/questions/definitions/catalogue-plan.ts";
import type {
  FunnelActorsPlan,
  FunnelPeriodsPlan,
  FunnelPlan,
  FunnelTimesPlan,
  FunnelTracePlan,
} from "../../../lib/questions/funnel/plan.ts";
import type { LifecycleActorsPlan, LifecyclePlan } from "../../../lib/questions/lifecycle/plan.ts";
import type { PathActorsPlan, PathsPlan } from "../../../lib/questions/paths/plan.ts";
import type { AppearancesPlan, RetentionActorsPlan, RetentionPlan } from "../../../lib/questions/retention/plan.ts";
import type { EarliestEventPlan } from "../../../lib/questions/shared/earliest-event.ts";
import type { StickinessActorsPlan, StickinessPlan } from "../../../lib/questions/stickiness/plan.ts";
import type { QuantilesPlan, TrendActorsPlan, TrendPlan } from "../../../lib/questions/trend/plan.ts";

/** The plans of actors behind a number. */
export type AnyActorsPlan =
  | TrendActorsPlan
  | LifecycleActorsPlan
  | StickinessActorsPlan
  | RetentionActorsPlan
  | FunnelActorsPlan
  | PathActorsPlan;

/** Every plan that an engine has to answer. */
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
