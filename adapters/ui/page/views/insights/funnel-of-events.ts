import { toAddress } from "../../../insight-address.ts";
import { firstSteps, namesOf } from "./first-steps.ts";
import type { Happened } from "./first-steps.ts";
import { toDefault } from "./kinds.ts";

/** Events that are used: further events would not change the order. */
const MOST_EVENTS = 200;

/** The address of a funnel through these events (newest first), for a link; null = too few for steps. */
export function funnelOfEvents(events: readonly Happened[]): string | null {
  const newest = events.slice(0, MOST_EVENTS);
  const names = namesOf(newest);
  return names.length < 2 ? null : toAddress("new", toDefault("funnel", names, firstSteps(names, newest)));
}
