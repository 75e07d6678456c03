type Node = Readonly<Record<string, unknown>>;

/** The events that a node names: series, exclusions, and the two of retention. */
export function eventsOf(node: unknown): string[] {
  const names = new Set<string>();
  walk(node, (part) => {
    const { event, kind, targetEntity, returningEntity } = part;
    if (typeof event === "string" && (kind === undefined || kind === "EventsNode")) names.add(event);
    for (const entity of [targetEntity, returningEntity]) {
      const { id, type } = (entity ?? {}) as Node;
      if (typeof id === "string" && type !== "actions") names.add(id);
    }
  });
  return [...names];
}

/** A property that a node names. */
export interface NamedProperty {
  of: "event" | "person" | "group";
  key: string;
  /** The type of groups, 0 to 4, of a property of groups. */
  index: number;
  /** Are its values counted with, as in a sum? */
  isCounted: boolean;
}

const OWNERS = new Set(["event", "person", "group"]);

/** The properties of events, persons and groups that a node names, in filters, breakdowns and statistics. */
export function propertiesOf(node: unknown): NamedProperty[] {
  const found = new Map<string, NamedProperty>();
  const add = (key: unknown, of: unknown, index: unknown, isCounted = false) => {
    if (typeof key !== "string" || !OWNERS.has(String(of))) return;
    const named = { of: of as NamedProperty["of"], key, index: Number(index ?? 0), isCounted };
    found.set(JSON.stringify(named), named);
  };
  walk(node, (part) => {
    const { key, type, value, operator, group_type_index: index } = part;
    if (value !== undefined || operator !== undefined) add(key, type ?? "event", index);
    add(part["math_property"], part["math_property_type"] ?? "event", 0, true);
    add(part["property"], type ?? "event", index);
    const { breakdown, breakdown_type: of = "event", breakdown_group_type_index: groupIndex } = part;
    for (const each of [breakdown].flat()) add(each, of, groupIndex);
    const { aggregationProperty, aggregationPropertyType = "event" } = part;
    add(aggregationProperty, aggregationPropertyType, 0, true);
  });
  return [...found.values()];
}

function walk(value: unknown, visit: (part: Node) => void): void {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) visit(value as Node);
  for (const item of Object.values(value)) walk(item, visit);
}
