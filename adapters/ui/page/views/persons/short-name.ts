import type { PersonRecord } from "../../../../../lib/index.ts";
import { toValueText } from "../../parts/value-text.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const END = 6;

/** A person's name; a person without one is anonymous, from a city or country if it is known: "Anonymous · Berlin · 5efa03". */
export function toShortName({ name, uuid, properties }: Pick<PersonRecord, "name" | "uuid" | "properties">): string {
  const text = toValueText(name).trim();
  if (text !== "" && !UUID.test(text)) return text;
  const place = ["$geoip_city_name", "$initial_geoip_city_name", "$geoip_country_name", "$initial_geoip_country_name"]
    .map((key) => properties[key])
    .find((value) => typeof value === "string" && value !== "");
  return ["Anonymous", ...(place === undefined ? [] : [String(place)]), uuid.slice(-END)].join(" · ");
}
