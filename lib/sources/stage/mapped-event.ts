import type { Fields } from "../../base/fields.ts";

/** An event as a mapping makes it of a record. */
export interface MappedEvent {
  event: string;
  distinctId: string;
  timestampMs: number;
  /** `$set`, `$set_once`, `$groups` and `$elements_chain` among them, as SDKs send them. */
  properties: Fields;
  /** Its uuid by an id of the source; null = it follows from the record. */
  uuid: string | null;
  /** Ids that this event shows to be of the same person; the import makes the `$identify` for them. */
  link?: Link | null;
  /** The event itself merges these ids: its `$anon_distinct_id` counts only for the first user of the device. */
  merges?: Link | null;
  /** The distinct id is one of several forms of a device's id (`Link.forms`). */
  isForm?: boolean;
  /** Rows of other tables with this key add properties. */
  joinKey?: string | null;
  /** Beats an event with the same uuid and a smaller rank, which then counts as the same record. @default 0 */
  rank?: number;
}

/** A user and the device, or anonymous id, on which they were seen. */
export interface Link {
  user: string;
  device: string;
  /** Other forms of the device's id; those that events use are linked too. */
  forms?: string[];
}

/** A person as the source tells it, apart from events. */
export interface MappedPerson {
  distinctIds: string[];
  properties: Fields;
  createdAtMs: number | null;
}

/** A distinct id's owner in a source with person ids of its own. The highest versions win. */
export interface Ownership {
  distinctId: string;
  owner: string;
  idVersion: number;
  personVersion: number;
  properties: Fields;
  createdAtMs: number | null;
  isDeleted: boolean;
}

/** The receiver of all that a mapping makes of one record. */
export interface Sink {
  event(event: MappedEvent): void;
  person(person: MappedPerson): void;
  /** Two ids of one person, by a record that is no event. @param timeMs null = unknown */
  link(link: Link, timeMs: number | null): void;
  /** A distinct id's person in the source: the persons are then given, and events merge nobody. */
  owned(ownership: Ownership): void;
  /** An event's distinct id and person id: ids that share a person are joined at the end. */
  shared(distinctId: string, owner: string): void;
  /** A property of the events whose `joinKey` is this one, wherever in the input they are. */
  join(key: string, name: string, value: unknown): void;
  /** The latest properties of a group. */
  group(type: string, key: string, properties: Fields): void;
  /** The record is understood, and nothing comes of it. */
  skip(reason: string): void;
}
