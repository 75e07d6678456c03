import type { Properties } from "./person.ts";

const DAY_MS = 86_400_000;

// Event properties that become person properties automatically, and the name for the first value (reference/capture.md
// 17). `$os_name` is absent: it is merged into `$os`.
const DEVICE_KEYS = [
  "$app_build",
  "$app_name",
  "$app_namespace",
  "$app_version",
  "$browser",
  "$browser_version",
  "$device_type",
  "$current_url",
  "$pathname",
  "$os",
  "$os_version",
  "$referring_domain",
  "$referrer",
  "$screen_height",
  "$screen_width",
  "$viewport_height",
  "$viewport_width",
  "$raw_user_agent",
];
const CAMPAIGN_KEYS = [
  "utm_source",
  "utm_medium",
  "utm_campaign",
  "utm_content",
  "utm_name",
  "utm_term",
  "gclid",
  "gad_source",
  "gclsrc",
  "dclid",
  "gbraid",
  "wbraid",
  "fbclid",
  "msclkid",
  "twclid",
  "li_fat_id",
  "mc_cid",
  "igshid",
  "ttclid",
  "rdt_cid",
  "irclid",
  "_kx",
  "epik",
  "qclid",
  "sccid",
];
const INITIAL_NAMES = new Map(
  [...DEVICE_KEYS, ...CAMPAIGN_KEYS].map((key) => [key, `$initial_${key.replace(/^\$/, "")}`]),
);

// A server's operating system is not the person's.
const SERVER_SKIPPED = new Set(["$os", "$os_version"]);
const WITHOUT_AUTOMATIC = new Set(["$snapshot", "$performance_event"]);
const FBCLID = /^[A-Za-z0-9_-]{1,400}$/;

/** The `$set` and `$set_once` additions of an event; null = none. */
export interface AutomaticProperties {
  set: Record<string, unknown>;
  setOnce: Record<string, unknown>;
}

/**
 * Person properties from the event's own. A null goes to `$set` but never to `$set_once`.
 * @param timestampMs gives the day in `$fbc`
 */
export function automaticProperties(
  event: string,
  properties: Properties,
  timestampMs: number,
): AutomaticProperties | null {
  if (WITHOUT_AUTOMATIC.has(event)) return null;
  let found: AutomaticProperties | null = null;
  const isServer = properties["$is_server"] === true;
  for (const key in properties) {
    const name = key === "$os_name" ? "$os" : key;
    const initialName = INITIAL_NAMES.get(name);
    if (initialName === undefined) continue;
    if (isServer && SERVER_SKIPPED.has(name)) continue;
    if (key === "$os_name" && Object.hasOwn(properties, "$os")) continue;
    const value = properties[key];
    found ??= { set: {}, setOnce: {} };
    found.set[name] = value;
    if (value !== null) found.setOnce[initialName] = value;
  }
  const fbclid = properties["fbclid"];
  if (found !== null && typeof fbclid === "string" && FBCLID.test(fbclid)) {
    found.set["$fbc"] = `fb.1.${Math.floor(timestampMs / DAY_MS) * DAY_MS}.${fbclid}`;
  }
  return found;
}
