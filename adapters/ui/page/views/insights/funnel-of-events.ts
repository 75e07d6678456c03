import { toAddress } from "./address.ts";
import { firstSteps, namesOf } from "./first-steps.ts";
import type { Happened } from "./first-steps.ts";
import { toDefault } from "./kinds.ts";

/** More of them would tell no other order. */
const MOST_EVENTS = 200;

/** The address of a funnel through these events (newest first), for a link; null = they are too few to be steps. */
export function funnelOfEvents(events: readonly Happened[]): string | null {
  const newest = events.slice(0, MOST_EVENTS);
  const names = namesOf(newest);
  return names.length < 2 ? null : `#${toAddress("new", toDefault("funnel", names, firstSteps(names, newest)))}`;
}
