import type { GroupTypeRecord, LoggedEvent } from "../../lib/index.ts";
import { toSdkElements } from "./sdk-elements.ts";

/** An event as it is sent upstream. */
export interface WireEvent {
  event: string;
  distinct_id: string;
  /** The stored uuid, by which the upstream recognises repeated events. */
  uuid: string;
  /** Time of the event, as stored; ISO text. */
  timestamp: string;
  /** Includes `$set`, `$set_once` and `$unset`, as they were sent. */
  properties: Record<string, unknown>;
}

/** The value in `properties` for a missing `$ip`. */
export type MissingIp = "none" | "sender";

const MERGING = new Set(["$identify", "$create_alias", "$merge_dangerously"]);

/**
 * A stored event in wire form: changes of storing are reversed, so that an upstream stores the same event and person.
 *
 * - Elements return to their place in SDKs' events.
 * - `$group_0` … `$group_4` are left out where `$groups` implies them: the upstream numbers its own group types.
 * - Without `$ip`, `null` keeps the upstream from using the forwarding machine's address.
 * - Times are final: without `sent_at` and `offset` they are neither corrected twice nor moved by a retry.
 * - Top-level `$set` and `$set_once` were folded into `properties` by capture, where they mean the same.
 */
export function toWireEvent(
  stored: LoggedEvent,
  groupTypes: readonly Pick<GroupTypeRecord, "group_type" | "group_type_index">[],
  missingIp: MissingIp,
): WireEvent {
  const properties: Record<string, unknown> = { ...stored.properties };
  const groups = properties["$groups"];
  if (typeof groups === "object" && groups !== null) {
    for (const { group_type: type, group_type_index: index } of groupTypes) {
      if (Object.hasOwn(groups, type)) delete properties[`$group_${index}`];
    }
  }
  if (stored.elements_chain !== null) properties["$elements_chain"] = stored.elements_chain;
  else if (stored.elements.length > 0) properties["$elements"] = toSdkElements(stored.elements);
  if (missingIp === "none" && properties["$ip"] === undefined) properties["$ip"] = null;
  return {
    event: stored.event,
    distinct_id: stored.distinct_id,
    uuid: stored.uuid,
    timestamp: stored.timestamp,
    properties,
  };
}

/**
 * Why the upstream would answer "ok" and drop the event (reference/capture.md 3.3, 16); null = it would keep it. Such
 * events exist because a project may turn person processing off, and because imports store lines unchanged.
 */
export function whyUnsendable({ event, properties }: WireEvent): string | null {
  if (MERGING.has(event) && properties["$process_person_profile"] === false) {
    return "It merges persons, but is not processed for one: the upstream would drop it.";
  }
  return event === "$performance_event" ? "The upstream drops events of this name." : null;
}
