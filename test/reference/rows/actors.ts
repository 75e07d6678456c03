import type { ActorKind, ActorPage } from "../../../lib/port/actors.ts";
import type { AnyActorsPlan } from "../../../lib/engine.ts";
import type { Db } from "../../../lib/storage/index.ts";
import { toActorPage } from "./actor-page.ts";
import type { FoundActor } from "./actor-page.ts";
import { findBeginners, findFunnelActors } from "./funnel/funnel-actors.ts";
import { lifecycleActors } from "./lifecycle-actors.ts";
import { findPathActors } from "./paths.ts";
import { retentionActors } from "./retention-actors.ts";
import { stickinessActors } from "./stickiness-actors.ts";
import { trendActors } from "./trend-actors.ts";

/** Finds all actors behind a number, and cuts a page out of them. */
export function actors(db: Db, plan: AnyActorsPlan): ActorPage {
  const hasValues = plan.kind === "trend-actors";
  const order = hasValues ? plan.order : "keys";
  return toActorPage(kindOf(plan), { found: findActors(db, plan), order, hasValues }, plan.page);
}

function findActors(db: Db, plan: AnyActorsPlan): FoundActor[] {
  switch (plan.kind) {
    case "trend-actors":
      return trendActors(db, plan);
    case "lifecycle-actors":
      return lifecycleActors(db, plan);
    case "stickiness-actors":
      return stickinessActors(db, plan);
    case "retention-actors":
      return retentionActors(db, plan);
    case "path-actors":
      return [...findPathActors(db, plan)].map((key) => ({ key }));
    case "funnel-actors":
      return plan.funnel.actors.by === "values"
        ? [...findBeginners(db, plan)].map((key) => ({ key }))
        : findFunnelActors(db, plan).map(({ actor }) => ({ key: actor }));
  }
}

function kindOf(plan: AnyActorsPlan): ActorKind {
  switch (plan.kind) {
    case "trend-actors":
      return plan.actors;
    case "stickiness-actors":
    case "retention-actors":
      return plan.plan.actors;
    case "funnel-actors":
      return plan.funnel.actors.by === "values" ? { by: "persons" } : plan.funnel.actors;
    case "lifecycle-actors":
      return plan.plan.actors ?? { by: "persons" };
    default:
      return { by: "persons" };
  }
}
