import type { Ids } from "../base/ids.ts";
import type { ImportedEvent } from "../log/index.ts";
import { toJson } from "../storage/index.ts";
import type { EventLine, Line, PersonLine } from "./line.ts";

/** A line of the source ready to be staged: only numbers and texts, since it may go to another thread. */
export type StagedLine = { number: number } & (StagedEvent | StagedPerson | StagedDefinition | BadStaged);

/** Cannot be read, for this reason. */
export interface BadStaged {
  kind: "bad";
  reason: string;
}

export interface StagedEvent extends ImportedEvent {
  kind: "event";
}

export interface StagedPerson {
  kind: "person";
  /** Distinct ids without duplicates. */
  distinctIds: string[];
  /** JSON. */
  properties: string;
  createdAtMs: number | null;
  isIdentified: number | null;
}

/** A line of any other kind; a file has few. */
export interface StagedDefinition {
  kind: "project" | "group" | "cohort" | "action" | "feature_flag";
  /** Id of a cohort, an action or a flag, else 0. */
  id: number;
  /** Once for each kind in a file. */
  key: string;
  /** The line as JSON. */
  body: string;
}

/** An event without a uuid gets a new one of its time. */
export function toStaged(ids: Ids, line: Line): StagedEvent | StagedPerson | StagedDefinition {
  switch (line.kind) {
    case "event":
      return toStagedEvent(ids, line);
    case "person":
      return toStagedPerson(line);
    case "project":
      return { kind: line.kind, id: 0, key: "", body: toJson(line) };
    case "group":
      return { kind: line.kind, id: 0, key: `${line.group_type_index} ${line.group_key}`, body: toJson(line) };
    case "cohort":
    case "action":
    case "feature_flag":
      return { kind: line.kind, id: line.id, key: String(line.id), body: toJson(line) };
  }
}

function toStagedEvent(ids: Ids, line: EventLine): StagedEvent {
  return {
    kind: "event",
    uuid: line.uuid ?? ids.uuid(Math.max(0, line.timestamp)),
    event: line.event,
    distinctId: line.distinct_id,
    timestampMs: line.timestamp,
    isPersonless: line.properties["$process_person_profile"] === false,
    properties: toJson(line.properties),
    elements: line.elements.length === 0 ? null : toJson(line.elements),
  };
}

function toStagedPerson(line: PersonLine): StagedPerson {
  return {
    kind: "person",
    distinctIds: [...new Set(line.distinct_ids)],
    properties: toJson(line.properties),
    createdAtMs: line.created_at ?? null,
    isIdentified: line.is_identified === undefined ? null : Number(line.is_identified),
  };
}
