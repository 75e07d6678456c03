import type { EventRow } from "../../../lib/port/row.ts";
import type {
  CorrelationAnswer,
  CorrelationCount,
  CorrelationItem,
  CorrelationPlan,
  CorrelationWhat,
} from "../../../lib/questions/correlation/plan.ts";
import { propertyText, storedValue } from "./filters/value.ts";
import type { Properties } from "../../../lib/events/filters/index.ts";
import { parseStored } from "../../../lib/storage/index.ts";
import type { Db } from "../../../lib/storage/index.ts";
import { findFunnelActors, toInterval } from "./funnel/funnel-actors.ts";
import type { FunnelActor } from "./funnel/funnel-actors.ts";
import { actorOf } from "./select.ts";
import { walkEvents } from "../../../lib/engines/rows/index.ts";

/** Correlates events and properties with completing a funnel. Source: insights.md 12. */
export function correlation(db: Db, plan: CorrelationPlan): CorrelationAnswer {
  const { funnel, entered, what } = plan;
  const point = { by: "furthest" as const, steps: entered };
  const found = findFunnelActors(db, { kind: "funnel-actors", funnel, point, line: null, did: null });
  const successful = new Set(
    found.filter(({ attempt }) => attempt.furthest === funnel.steps.length).map(({ actor }) => actor),
  );
  const known = what.by === "properties" ? ofActors(db, plan, { found, what }) : ofEvents(db, plan, { found, what });
  const counts = [...known.values()].map(({ item, actors }) => {
    const success = [...actors].filter((actor) => successful.has(actor)).length;
    return { item, success, failure: actors.size - success };
  });
  const minActors = what.by === "event_properties" ? what.minActors : 0;
  const totals = { success: successful.size, failure: found.length - successful.size };
  const items = counts.filter(({ success, failure }) => success + failure > minActors);
  return { ...totals, items: strongest(totals, items, plan.limit) };
}

function textOf({ item }: CorrelationCount): string {
  return JSON.stringify(item);
}

function compareSizes(a: CorrelationCount, b: CorrelationCount): number {
  return b.success + b.failure - a.success - a.failure || (textOf(a) < textOf(b) ? -1 : 1);
}

/** The items of the highest odds, and those of the lowest. */
function strongest(
  { success: S, failure: F }: Pick<CorrelationAnswer, "success" | "failure">,
  items: CorrelationCount[],
  limit: number,
): CorrelationCount[] {
  if (S === 0 || F === 0) return [];
  const oddsOf = ({ success: s, failure: f }: CorrelationCount) => ((s + 1) * (F - f + 1)) / ((S - s + 1) * (f + 1));
  const frequent = items.filter(({ success, failure }) => success + failure >= Math.min(25, 0.02 * (S + F)));
  const above = frequent.filter((item) => oddsOf(item) > 1);
  const others = frequent.filter((item) => oddsOf(item) <= 1);
  return [
    ...above.toSorted((a, b) => oddsOf(b) - oddsOf(a) || compareSizes(a, b)).slice(0, limit),
    ...others.toSorted((a, b) => oddsOf(a) - oddsOf(b) || compareSizes(a, b)).slice(0, limit),
  ];
}

type Items = Map<string, { item: CorrelationItem; actors: Set<number | string> }>;

function addTo(items: Items, item: CorrelationItem, actor: number | string): void {
  const name = JSON.stringify(item);
  const entry = items.get(name) ?? { item, actors: new Set() };
  items.set(name, entry);
  entry.actors.add(actor);
}

/** Items of the actor's events inside its interval, both ends left out. */
function ofEvents(
  db: Db,
  { funnel, range }: CorrelationPlan,
  { found, what }: { found: FunnelActor[]; what: Exclude<CorrelationWhat, { by: "properties" }> },
): Items {
  const intervals = new Map(found.map(({ actor, attempt }) => [actor, toInterval(funnel, attempt)]));
  const items: Items = new Map();
  for (const row of walkEvents(db, { projectId: funnel.projectId, ...range })) {
    const actor = actorOf(row, funnel.actors);
    const interval = actor === null ? undefined : intervals.get(actor);
    if (actor === null || interval === undefined) continue;
    if (row.timestampMs <= interval.fromMs || row.timestampMs >= interval.untilMs) continue;
    for (const item of what.by === "events" ? toNames(row, what) : toProperties(row, what)) addTo(items, item, actor);
  }
  return items;
}

function toNames({ event }: EventRow, { exceptNames }: Extract<CorrelationWhat, { by: "events" }>): CorrelationItem[] {
  return exceptNames.includes(event) ? [] : [{ by: "event", event }];
}

function toProperties(
  row: EventRow,
  { names, exceptProperties }: Extract<CorrelationWhat, { by: "event_properties" }>,
): CorrelationItem[] {
  const { event, properties } = row;
  if (!names.includes(event)) return [];
  if (event === "$autocapture") {
    const eventType = propertyText(storedValue(properties, "$event_type"));
    return [{ by: "elements", event, eventType, elements: [...row.elements()] }];
  }
  return Object.entries(properties)
    .filter(([key, value]) => value !== null && !exceptProperties.includes(key))
    .map(([key, value]) => ({ by: "event_property", event, key, value: propertyText(value) }));
}

/** Properties of the actors, as they are now. */
function ofActors(
  db: Db,
  { funnel }: CorrelationPlan,
  { found, what }: { found: FunnelActor[]; what: Extract<CorrelationWhat, { by: "properties" }> },
): Items {
  const actors = found.map(({ actor }) => ({ actor, properties: readProperties(db, funnel, actor) }));
  const keys = what.keys ?? [...new Set(actors.flatMap(({ properties }) => Object.keys(properties)))];
  const items: Items = new Map();
  for (const { actor, properties } of actors) {
    for (const key of keys.filter((each) => !what.exceptKeys.includes(each))) {
      addTo(items, { by: "property", key, value: propertyText(storedValue(properties, key)) }, actor);
    }
  }
  return items;
}

function readProperties(db: Db, { projectId, actors }: CorrelationPlan["funnel"], actor: number | string): Properties {
  const text =
    actors.by === "persons"
      ? db.sql("SELECT properties FROM persons WHERE project_id = ? AND id = ?").pluck().get(projectId, actor)
      : db
          .sql("SELECT properties FROM groups WHERE project_id = ? AND group_type_index = ? AND group_key = ?")
          .pluck()
          .get(projectId, actors.groupTypeIndex, actor);
  if (text === undefined) return {};
  return actors.by === "persons" ? parseStored("person", actor, text) : parseStored("group", null, text);
}
