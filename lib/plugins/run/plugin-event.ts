import type { Element } from "../../events/elements/index.ts";

/** An event as plugins see and change it (reference/plugins.md 6); only JSON values. */
export interface PluginEvent {
  uuid: string;
  event: string;
  distinct_id: string;
  /** The project's id; plugins cannot change it. */
  team_id: number;
  /** Null = unknown. */
  ip: string | null;
  site_url: string;
  /** Time of arrival; ISO text. */
  now: string;
  /** The client's time of sending; ISO text. */
  sent_at?: string;
  /** The time as the client sent it; after the commit, ISO text of the corrected time. */
  timestamp: string;
  properties: Record<string, unknown>;
  $set?: Record<string, unknown>;
  $set_once?: Record<string, unknown>;
}

/** The person of an event, as it is when the plugin is called. */
export interface PluginPerson {
  uuid: string;
  team_id: number;
  properties: Record<string, unknown>;
  /** ISO text. */
  created_at: string;
}

/** A stored event as plugins receive it. */
export interface StoredPluginEvent extends PluginEvent {
  /** Absent = no person, as for a personless event. */
  person?: PluginPerson;
  /** Elements of autocapture, innermost first; absent = none. */
  elements?: Element[];
}

/** The name of events with screen recordings, which `processEvent` never sees. */
export const SNAPSHOT = "$snapshot";

/** Other fields are read from the log. */
export type Stored = Pick<PluginEvent, "uuid" | "event">;

/**
 * The configs whose plugins caused an event, the last cause last: a plugin's event has the origin of the event that it
 * processed, then its config. Empty = from outside.
 */
export type Origin = readonly number[];

/** The origin of events and calls that come from outside or from a schedule. */
export const OUTSIDE: Origin = [];
