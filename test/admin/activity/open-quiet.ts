import type { HogletOptions } from "../../../lib/handle/options.ts";
import { openWorld } from "../../support/world.ts";
import type { World } from "../../support/world.ts";

/** A world with an empty activity log: that of a new database has entries about its first projects and key. */
export function openQuiet(options: HogletOptions = {}): World {
  const world = openWorld(options);
  world.ctx.db.sql("DELETE FROM activity_log").run();
  return world;
}
