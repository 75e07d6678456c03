import type { Actors, ActorsPlan } from "../../questions/index.ts";
import type { Db } from "../../storage/index.ts";
import { findFunnelActors } from "./funnel/funnel-actors.ts";
import { lifecycleActors } from "./lifecycle-actors.ts";
import { findPathActors } from "./paths.ts";
import { retentionActors } from "./retention-actors.ts";
import { toActors } from "./sorted-actors.ts";
import { stickinessActors } from "./stickiness-actors.ts";
import { trendActors } from "./trend-actors.ts";

/** Finds all actors behind a number. */
export function actors(db: Db, plan: ActorsPlan): Actors {
  switch (plan.of) {
    case "trend":
      return trendActors(db, plan);
    case "lifecycle":
      return lifecycleActors(db, plan);
    case "stickiness":
      return stickinessActors(db, plan);
    case "retention":
      return retentionActors(db, plan);
    case "path":
      return toActors({ by: "persons" }, findPathActors(db, plan));
    case "funnel":
      return toActors(
        plan.funnel.actors,
        findFunnelActors(db, plan).map(({ actor }) => actor),
      );
  }
}
