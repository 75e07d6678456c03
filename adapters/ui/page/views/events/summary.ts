import type { EventRecord } from "../../../../../lib/index.ts";
import { foldEmpty } from "../../parts/empty-properties.ts";
import { sortedProperties } from "./sorted-properties.ts";

const LONGEST = 160;

/** An event in a few words: its page, the clicked element, its own properties. */
export function toSummary({ properties, elements }: Pick<EventRecord, "properties" | "elements">): string {
  const url = properties["$current_url"] ?? properties["$screen_name"] ?? properties["$pathname"];
  const words = elements[0]?.["text"] ?? elements[0]?.["tag_name"];
  const own = sortedProperties(foldEmpty(properties).properties)
    .filter(([key]) => !key.startsWith("$"))
    .map(([key, value]) => `${key}=${typeof value === "string" ? value : JSON.stringify(value)}`);
  const parts = [...(words ? [`“${String(words)}”`] : []), ...own, ...(url === undefined ? [] : [String(url)])];
  return parts.join(" · ").slice(0, LONGEST);
}
