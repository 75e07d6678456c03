import type { Actors } from "../../../lib/port/actors.ts";
import type { AnyActorsPlan } from "./any-plan.ts";
import type { Db } from "../../../lib/storage/index.ts";
import { findFunnelActors } from "./funnel/funnel-actors.ts";
import { lifecycleActors } from "./lifecycle-actors.ts";
import { findPathActors } from "./paths.ts";
import { retentionActors } from "./retention-actors.ts";
import { toActors } from "./sorted-actors.ts";
import { stickinessActors } from "./stickiness-actors.ts";
import { trendActors } from "./trend-actors.ts";

/** Finds all actors behind a number. */
export function actors(db: Db, plan: AnyActorsPlan): Actors {
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
      return toActors({ by: "persons" }, findPathActors(db, plan));
    case "funnel-actors":
      return toActors(
        plan.funnel.actors,
        findFunnelActors(db, plan).map(({ actor }) => actor),
      );
  }
}
