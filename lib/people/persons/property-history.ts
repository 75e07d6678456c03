import { toUpdate } from "./apply.ts";
import { toMerge } from "./merge.ts";
import type { Properties } from "./person.ts";
import { leavesProperties, toNewProperties, updated } from "./properties.ts";

/** The part of a stored event that changes persons. */
export interface PastEvent {
  uuid: string;
  event: string;
  distinctId: string;
  timestampMs: number;
  properties: Properties;
}

/** Takes the next event of a person and returns the properties of its person after it. */
export type PropertyHistory = (event: PastEvent) => Properties;

/**
 * Rebuilds the past properties of a person, since events do not store them: pass it all events of a person's distinct
 * ids in the order of arrival. Ids that were not merged yet are persons of their own, as they were then; limits and
 * refusals of that time are not repeated.
 */
export function createPropertyHistory(): PropertyHistory {
  const owners = new Map<string, { properties: Properties }>();

  const join = (other: string, target: string) => {
    const from = owners.get(other);
    const into = owners.get(target);
    if (from === into) return;
    const owner = into ?? from;
    if (owner === undefined) return;
    owner.properties = { ...from?.properties, ...into?.properties };
    for (const [distinctId, current] of owners) if (current === from) owners.set(distinctId, owner);
    owners.set(other, owner).set(target, owner);
  };

  return (event) => {
    // This event neither reads nor writes persons.
    if (event.properties["$process_person_profile"] === false) return owners.get(event.distinctId)?.properties ?? {};
    const merge = toMerge(event.event, event.properties, event.distinctId);
    if (merge !== null) join(merge.other, merge.target);
    const update = leavesProperties(event.event) ? null : toUpdate(event);
    const owner = owners.get(event.distinctId);
    if (owner === undefined) {
      const properties = toNewProperties(update ?? { set: {}, setOnce: {}, unset: [] }, event.uuid);
      const created = { properties };
      owners.set(event.distinctId, created);
      if (merge !== null) owners.set(merge.other, created);
      return properties;
    }
    if (update !== null) owner.properties = updated(owner.properties, update);
    return owner.properties;
  };
}
