import { toUpdate } from "./apply.ts";
import { toMerge } from "./merge.ts";
import type { Properties } from "./person.ts";
import { leavesProperties, toNewProperties, updated } from "./properties.ts";

/** A stored event, as far as it changes persons. */
export interface PastEvent {
  uuid: string;
  event: string;
  distinctId: string;
  timestampMs: number;
  properties: Properties;
}

/** Takes a person's next event, and returns the properties after it. */
export type PropertyHistory = (event: PastEvent) => Properties;

/**
 * Rebuilds past properties, which events do not store, from all events of a person's distinct ids in the order of
 * arrival. Ids not merged yet are persons of their own; limits and refusals of the time are not repeated.
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
    // Neither reads nor writes persons.
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
