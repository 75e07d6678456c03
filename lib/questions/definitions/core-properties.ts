/** Properties of events that hold changes and plumbing, and that no list names (reference/agents.md 5.2). */
const NEVER_LISTED = new Set([
  "distinct_id",
  "$set",
  "$set_once",
  "$initial_referrer",
  "$initial_referring_domain",
  "$groups",
  "$group_type",
  "$group_key",
  "$group_set",
  ...[0, 1, 2, 3, 4].map((index) => `$group_${index}`),
]);

/** Is the property of an event left out of every list? */
export function isNeverListed(key: string): boolean {
  return NEVER_LISTED.has(key) || key.startsWith("$session_entry_");
}

/** Names without `$` that SDKs set: of campaigns, ad networks and transport (reference/capture.md). */
const CORE = new Set(
  `distinct_id token time title utm_source utm_medium utm_campaign utm_content utm_term gclid gad_source gclsrc gbraid wbraid
   dclid fbclid msclkid twclid li_fat_id mc_cid igshid ttclid rdt_cid epik qclid sccid irclid _kx`.split(/\s+/),
);

/** Does an SDK set the property, rather than the app? */
export function isCoreProperty(key: string): boolean {
  return key.startsWith("$") || CORE.has(key);
}
