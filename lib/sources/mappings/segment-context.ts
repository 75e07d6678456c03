import type { Fields } from "../../base/fields.ts";
import { fieldsAt, put, rename, textAt } from "../values/fields.ts";
import { readUserAgent } from "./user-agent.ts";
import { hostOf } from "./web-address.ts";

/** Names of the values in each part of a call's context. */
const PARTS: Record<string, Record<string, string>> = {
  page: { url: "$current_url", path: "$pathname", referrer: "$referrer", title: "title" },
  os: { name: "$os", version: "$os_version" },
  device: { id: "$device_id", manufacturer: "$device_manufacturer", model: "$device_model", name: "$device_name" },
  app: { name: "$app_name", version: "$app_version", build: "$app_build", namespace: "$app_namespace" },
  network: { carrier: "$network_carrier" },
  screen: { height: "$screen_height", width: "$screen_width", density: "$screen_density" },
  library: { name: "$lib", version: "$lib_version" },
  campaign: {
    source: "utm_source",
    medium: "utm_medium",
    name: "utm_campaign",
    content: "utm_content",
    term: "utm_term",
  },
};

const OF_CONTEXT: Record<string, string> = { locale: "$locale", timezone: "$timezone", userAgent: "$useragent" };

/** The context of a call under PostHog's names: page, campaign, device, library, address. */
export function contextProperties(record: Fields): Fields {
  const context = fieldsAt(record, "context");
  const properties: Fields = {};
  const agent = textAt(context, "userAgent");
  // Only browsers say all of themselves in this text; apps have `os` and `device`.
  if (agent !== null && Object.keys(fieldsAt(context, "app")).length === 0) {
    Object.assign(properties, readUserAgent(agent));
  }
  for (const [part, names] of Object.entries(PARTS)) rename(properties, fieldsAt(context, part), names);
  rename(properties, context, OF_CONTEXT);
  put(properties, "$ip", context["ip"] ?? record["request_ip"]);
  put(properties, "$host", hostOf(textAt(properties, "$current_url")));
  const given = fieldsAt(record, "properties");
  rename(properties, given, { viewport_width: "$viewport_width", viewport_height: "$viewport_height" });
  return properties;
}
