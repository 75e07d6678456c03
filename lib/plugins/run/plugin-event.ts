import type { Element } from "../../events/elements/index.ts";

/** An event as plugins see and change it (reference/plugins.md 6). JSON values alone. */
export interface PluginEvent {
  uuid: string;
  event: string;
  distinct_id: string;
  /** The project's id; not to be changed. */
  team_id: number;
  /** Null = unknown. */
  ip: string | null;
  site_url: string;
  /** ISO text: when it arrived. */
  now: string;
  /** ISO text: when the client sent it. */
  sent_at?: string;
  /** As the client sent it; after the commit ISO text of the corrected time. */
  timestamp: string;
  properties: Record<string, unknown>;
  $set?: Record<string, unknown>;
  $set_once?: Record<string, unknown>;
}

/** Who did something, as plugins see it: as they are when the plugin is told. */
export interface PluginPerson {
  uuid: string;
  team_id: number;
  properties: Record<string, unknown>;
  /** ISO text. */
  created_at: string;
}

/** An event as plugins are told of it once it is stored. */
export interface StoredPluginEvent extends PluginEvent {
  /** Absent = nobody, such as of a personless event. */
  person?: PluginPerson;
  /** Of autocapture, innermost first; absent = there are none. */
  elements?: Element[];
}

/** The name of screen recordings' events, which `processEvent` never sees. */
export const SNAPSHOT = "$snapshot";

/**
 * The configs whose plugins brought an event about, the last one last: of a plugin's own event that of the plugin, preceded
 * by those of the event it was looking at. Empty = it came from outside.
 */
export type Origin = readonly number[];

/** Of what nobody but the outside or a clock began. */
export const OUTSIDE: Origin = [];
