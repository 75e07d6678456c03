import type { ActivityRecord } from "../../../../../lib/index.ts";

/** A change as a sentence, e.g. `plugin config "geoip": config updated`. */
export function toSentence({ scope, item_id, activity, detail }: ActivityRecord): string {
  const kind = scope.replaceAll(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
  const name = detail.name === null || detail.name === "" ? item_id : `“${detail.name}”`;
  return `${kind} ${name}: ${activity.replaceAll("_", " ")}`;
}
