/**
 * The keys of event properties that a plan names: those of filters, breakdowns and numbers, of groups and of sessions. Keys of persons are
 * among them, and do not matter.
 */
export function namedKeys(plan: unknown): Set<string> {
  const keys = new Set<string>();
  collect(plan, keys);
  return keys;
}

function collect(part: unknown, keys: Set<string>): void {
  if (typeof part !== "object" || part === null || ArrayBuffer.isView(part)) return;
  if (Array.isArray(part)) {
    // Lists of edges, of members of cohorts: all of a kind.
    if (typeof part[0] === "object") for (const item of part) collect(item, keys);
    return;
  }
  for (const [name, value] of Object.entries(part)) {
    if (name === "key" && typeof value === "string") keys.add(value);
    else if (name === "groupTypeIndex" || name === "group_type_index") keys.add(`$group_${String(value)}`);
    else collect(value, keys);
  }
}
