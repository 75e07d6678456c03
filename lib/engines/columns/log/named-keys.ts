/** The keys of event properties that a plan names, with harmless extra keys of persons. */
export function namedKeys(plan: unknown): Set<string> {
  const keys = new Set<string>();
  collect(plan, keys);
  return keys;
}

function collect(part: unknown, keys: Set<string>): void {
  if (typeof part !== "object" || part === null || ArrayBuffer.isView(part)) return;
  if (Array.isArray(part)) {
    // Lists of edges or of cohort members, all of one kind.
    if (typeof part[0] === "object") for (const item of part) collect(item, keys);
    return;
  }
  for (const [name, value] of Object.entries(part)) {
    if (name === "key" && typeof value === "string") keys.add(value);
    else if (name === "groupTypeIndex" || name === "group_type_index") keys.add(`$group_${String(value)}`);
    else collect(value, keys);
  }
}
