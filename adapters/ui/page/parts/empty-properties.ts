/**
 * Properties without values that SDKs add about campaigns and first visits: a browser without a campaign sends two
 * dozen of them as null. An app's own property that is null has a meaning, and is not among them.
 */
const EMPTY_BY_NATURE =
  /^\$initial_|^utm_[a-z]+$|^(?:gclid|gad_source|gclsrc|dclid|gbraid|wbraid|fbclid|msclkid|twclid|li_fat_id|mc_cid|igshid|ttclid|rdt_cid|irclid|_kx|epik|qclid|sccid)$/;

/** Event properties with the person's properties in them, which are checked too. */
const NESTED = new Set(["$set", "$set_once"]);

/** Properties without the empty ones of campaigns, and the names of those. */
export interface Unfolded {
  properties: Record<string, unknown>;
  /** Properties inside others have a dot, e.g. `$set_once.$initial_gclid`. */
  empty: string[];
}

/** Separates useful properties from noise; see `EMPTY_BY_NATURE`. Objects with only noise go too. */
export function foldEmpty(all: Readonly<Record<string, unknown>>): Unfolded {
  const properties: Record<string, unknown> = {};
  const empty: string[] = [];
  for (const [key, value] of Object.entries(all)) {
    if (value === null && EMPTY_BY_NATURE.test(key)) empty.push(key);
    else if (NESTED.has(key) && isObject(value)) {
      const inner = foldEmpty(value);
      empty.push(...inner.empty.map((name) => `${key}.${name}`));
      if (inner.empty.length === 0 || Object.keys(inner.properties).length > 0) properties[key] = inner.properties;
    } else properties[key] = value;
  }
  return { properties, empty };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
