import type { Properties } from "./person.ts";

/** An event's changes to its person. */
export interface PersonUpdate {
  set: Properties;
  setOnce: Properties;
  unset: readonly string[];
}

// Keys that change with nearly every page view: with `skipNoisyUpdates`, an ordinary event that changes nothing else
// writes nothing (reference/capture.md 14.3).
const NOISY = new Set([
  "$current_url",
  "$pathname",
  "$referrer",
  "$referring_domain",
  "$screen_height",
  "$screen_width",
  "$viewport_height",
  "$viewport_width",
  "$browser",
  "$browser_version",
  "$device_type",
  "$raw_user_agent",
  "$os",
  "$os_version",
  "$geoip_postal_code",
  "$geoip_time_zone",
  "$geoip_latitude",
  "$geoip_longitude",
  "$geoip_accuracy_radius",
  "$geoip_continent_name",
  "$geoip_continent_code",
  "$geoip_subdivision_1_code",
  "$geoip_subdivision_1_name",
  "$geoip_subdivision_2_code",
  "$geoip_subdivision_2_name",
  "$geoip_subdivision_3_code",
  "$geoip_subdivision_3_name",
]);

const NEVER_UPDATE = new Set(["$exception", "$$heatmap"]);
const ALWAYS_UPDATE = new Set(["$identify", "$create_alias", "$merge_dangerously", "$set"]);

/** Do events of this name leave the person's properties unchanged? */
export function leavesProperties(eventName: string): boolean {
  return NEVER_UPDATE.has(eventName);
}

/** `$set_once`, then `$set`, then `$unset`. */
export function toNewProperties(update: PersonUpdate, creatorEventUuid: string): Properties {
  const properties = { ...update.setOnce, ...update.set, $creator_event_uuid: creatorEventUuid };
  return withoutKeys(properties, update.unset);
}

/**
 * `stored` after an update, in the order set_once, set, unset; the same object when nothing changes
 * (reference/capture.md 14.2: whole values are replaced; objects and lists always count as changed).
 */
export function updated(stored: Properties, update: PersonUpdate): Properties {
  let next: Record<string, unknown> | null = null;
  for (const key in update.setOnce) {
    const value = update.setOnce[key];
    const isFree = !Object.hasOwn(stored, key) || (stored[key] === null && value !== null);
    if (isFree) next = withKey(next ?? { ...stored }, key, value);
  }
  for (const key in update.set) {
    const value = update.set[key];
    const current = next ?? stored;
    const isSame = Object.hasOwn(current, key) && current[key] === value;
    if (!isSame) next = withKey(next ?? { ...stored }, key, value);
  }
  const removed = update.unset.filter((key) => Object.hasOwn(next ?? stored, key));
  return removed.length === 0 ? (next ?? stored) : withoutKeys(next ?? stored, removed);
}

/** Does an event that is not about the person change only existing noisy keys? */
export function isNoise(eventName: string, before: Properties, after: Properties): boolean {
  if (ALWAYS_UPDATE.has(eventName)) return false;
  for (const key in before) if (!Object.hasOwn(after, key)) return false;
  for (const key in after) {
    const isChanged = after[key] !== before[key];
    if (isChanged && !(Object.hasOwn(before, key) && NOISY.has(key))) return false;
  }
  return true;
}

/** A plain assignment of `__proto__` would set the prototype. */
function withKey(target: Record<string, unknown>, key: string, value: unknown): Record<string, unknown> {
  if (key === "__proto__") {
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  } else {
    target[key] = value;
  }
  return target;
}

function withoutKeys(properties: Properties, keys: readonly string[]): Properties {
  if (keys.length === 0) return properties;
  const gone = new Set(keys);
  return Object.fromEntries(Object.entries(properties).filter(([key]) => !gone.has(key)));
}
