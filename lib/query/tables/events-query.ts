import * as v from "valibot";
import { ActionStep } from "../../admin/actions/index.ts";
import type { Project } from "../../admin/projects/index.ts";
import { parseElementsChain } from "../../events/elements/index.ts";
import { findPersonId, getPerson } from "../../people/persons/index.ts";
import { defineQuery } from "../../questions/index.ts";
import type { AskedHow, Run } from "../../questions/index.ts";
import { readExpression } from "../../hogql/index.ts";
import { readFilters } from "../../sql/index.ts";
import type { SqlCondition } from "../../hogql/index.ts";
import type { Cell } from "../../sql/index.ts";
import type { QueryAsks } from "../query-asks.ts";
import { InsightActorsNode } from "./actor-sources.ts";
import { overrideSource } from "./actor-id-queries.ts";
import { eventsBehind } from "./events-behind.ts";
import { isIn, isOfAction, NOTHING, passesSteps } from "./event-conditions.ts";
import { toDisplayName } from "./display-name.ts";
import { overrideBounds, toBounds } from "./table-bounds.ts";
import { isGrouped, runTable, toTablePage } from "./run-table.ts";
import type { RanTable } from "./run-table.ts";
import { readColumn } from "./table-column.ts";
import type { SpecialColumn, TableOrder } from "./table-column.ts";
import { Expressions, filled, tableAnswer, tableFields, TableFilters } from "./table-fields.ts";
import { tableOrder } from "./table-order.ts";

/** A list of events, or of figures about them: a node of kind EventsQuery. Source: reference/query.md 4.3. */
export const EventsNode = v.strictObject({
  kind: v.literal("EventsQuery"),
  /** Expressions, `*`, `person` or `person_display_name`; each may have a label: `event -- Name`. Empty = `*`. */
  select: v.pipe(v.array(v.pipe(v.string(), v.nonEmpty(), v.maxLength(20_000))), v.maxLength(200)),
  /** Expressions that must hold; an expression with an aggregate is about groups of rows. */
  where: Expressions,
  properties: TableFilters,
  /** Further filters. */
  fixedProperties: TableFilters,
  /** A name of events. */
  event: v.nullish(v.string()),
  /** Several names. */
  events: v.nullish(v.array(v.string())),
  /** Events that match this action. */
  actionId: v.nullish(v.pipe(v.number(), v.integer())),
  /** Events that match these steps of an action; only without `actionId`. */
  actionSteps: v.nullish(v.array(ActionStep)),
  /** Events of this person: the UUID, or the number. */
  personId: v.nullish(v.union([v.string(), v.number()])),
  /** Later than this: ISO text, a time before now, or `all`. `<time>|<uuid>` of `nextCursor` too. @default "-24h" */
  after: v.nullish(v.string()),
  /** Earlier than this. @default five seconds from now */
  before: v.nullish(v.string()),
  /** Expressions with ` ASC` or ` DESC`. @default see reference/query.md 4.3 */
  orderBy: Expressions,
  filterTestAccounts: v.nullish(v.boolean()),
  /** The events behind a number of a trend, or of a row of a retention. `after` is `all` then where it is absent. */
  source: v.nullish(InsightActorsNode),
  ...tableFields,
});
type EventsNode = v.InferOutput<typeof EventsNode>;

export interface EventsAnswer extends RanTable {
  /** The cursor of a list sorted by time that has more rows: send it as `before` (ascending: as `after`). */
  nextCursor: string | null;
}

export interface EventsQueryTypes {
  kind: "EventsQuery";
  node: v.InferInput<typeof EventsNode>;
  answer: EventsAnswer;
}

export const eventsQuery = defineQuery<EventsQueryTypes, QueryAsks>()({
  kind: "EventsQuery",
  summary: "Lists events, or figures about them.",
  node: EventsNode,
  example: { kind: "EventsQuery", select: ["event", "person", "timestamp"], after: "-7d", limit: 10 },
  answer: v.object({ ...tableAnswer, nextCursor: v.nullable(v.string()) }),
  override: (node, filters) => (node["source"] ? overrideSource(node, filters) : overrideBounds(node, filters)),
  run: runEvents,
});

async function runEvents(
  ctx: QueryAsks,
  project: Project,
  node: EventsNode,
  { keyId }: AskedHow,
): Promise<Run<EventsQueryTypes>> {
  const findSpecial = (name: string) => specialColumn(project, name);
  const select = node.select.length === 0 ? ["*"] : node.select;
  const columns = select.map((text) => readColumn(text, findSpecial));
  const conditions = (node.where ?? []).map((text) => ({ text, isAggregate: readExpression(text).isAggregate }));
  const having = conditions.filter(({ isAggregate }) => isAggregate).map(({ text }) => text);
  const order = tableOrder(node.orderBy, columns, { time: "timestamp", findSpecial });
  const isOfGroups = isGrouped({ columns, having, orderBy: order });
  const after = node.after ?? (node.source ? "all" : null);
  const bounds = toBounds(ctx, project, { ...node, after }, { time: "timestamp", tie: "uuid" });
  const page = toTablePage(node);
  // Equal rows must keep their order from page to page.
  const ties = isOfGroups || order.length === 0 ? [] : tieBreaks(order);
  const byTime = !isOfGroups && order.length === 1 && order[0]?.text === "timestamp";
  const cursor = byTime ? [readColumn("timestamp", findSpecial), readColumn("toString(uuid)", findSpecial)] : [];
  const ran = await runTable(
    ctx,
    project,
    {
      from: "events",
      columns: [...columns, ...cursor],
      where: [
        "{filters}",
        ...conditions.filter(({ isAggregate }) => !isAggregate).map(({ text }) => text),
        ...bounds.where,
      ],
      having,
      filters: await toFilters(ctx, project, node),
      values: bounds.values,
      orderBy: [...order, ...ties],
      ...page,
    },
    keyId,
  );
  const last = ran.results.at(-1)?.slice(columns.length) ?? [];
  return {
    ...ran,
    results: ran.results.map((row) => row.slice(0, columns.length)),
    columns: ran.columns.slice(0, columns.length),
    types: ran.types.slice(0, columns.length),
    nextCursor: byTime && ran.hasMore && last.length === 2 ? last.join("|") : null,
  };
}

/** Newest first, then by UUID. */
function tieBreaks(order: readonly TableOrder[]): Pick<TableOrder, "sort" | "isDescending">[] {
  const time = order.find(({ text }) => text === "timestamp");
  if (time !== undefined) return [{ sort: "uuid", isDescending: time.isDescending }];
  return [
    { sort: "timestamp", isDescending: true },
    { sort: "uuid", isDescending: true },
  ];
}

async function toFilters(ctx: QueryAsks, project: Project, node: EventsNode): Promise<ReturnType<typeof readFilters>> {
  const { filterTestAccounts, event, events } = node;
  const properties = [...filled(node.properties), ...filled(node.fixedProperties)];
  const read = readFilters(project, { properties, filterTestAccounts }, ctx.clock.now());
  const values: SqlCondition[] = [read.condition];
  if (event) values.push(isIn("event", [event]));
  if (events && events.length > 0) values.push(isIn("event", events));
  if (typeof node.actionId === "number") values.push(isOfAction(ctx, project, node.actionId));
  else if (node.actionSteps && node.actionSteps.length > 0) values.push(passesSteps(ctx, node.actionSteps));
  if (node.personId !== null && node.personId !== undefined) values.push(isOfPerson(ctx, project, node.personId));
  const behind = node.source ? await eventsBehind(ctx, project, node.source) : null;
  if (behind !== null) values.push(behind.condition);
  return { ...read, ...behind, condition: { type: "AND", values } };
}

/** @param id UUID or number; nobody has no events */
export function isOfPerson(ctx: QueryAsks, project: Project, id: string | number): SqlCondition {
  const found = findPersonId(ctx, project.id, id);
  if (found === undefined) return NOTHING;
  return isIn("person_id", [getPerson(ctx, project, found).uuid]);
}

const EVENT_PARTS = [
  "uuid",
  "event",
  "properties",
  "timestamp",
  "distinct_id",
  "elements_chain",
  "created_at",
] as const;

/** `*`, `person` and `person_display_name` (reference/query.md 4.3). */
function specialColumn(project: Project, name: string): SpecialColumn | undefined {
  switch (name) {
    case "*":
      return { parts: EVENT_PARTS, sort: "uuid", toValue: (cells) => toEventObject(project, cells) };
    case "person":
      return {
        parts: ["distinct_id", "person.id", "person.created_at", "person.properties"],
        sort: "distinct_id",
        toValue: toPersonObject,
      };
    case "person_display_name": {
      const parts = ["distinct_id", "person.id", "person.created_at", "person.properties"];
      const toValue = ([distinctId, id, createdAt, text]: readonly Cell[]) =>
        toDisplayName(
          project,
          distinctId,
          createdAt === null || createdAt === undefined ? null : { id, properties: toObject(text) },
        );
      return { parts, sort: "distinct_id", toValue };
    }
    default:
      return undefined;
  }
}

export function toEventObject({ id }: Project, cells: readonly Cell[]): Record<string, unknown> {
  const [uuid, event, properties, timestamp, distinctId, chain, createdAt] = cells;
  const elements = typeof chain === "string" && chain !== "" ? { elements: parseElementsChain(chain) } : {};
  return {
    uuid,
    event,
    properties: toObject(properties),
    timestamp,
    team_id: id,
    distinct_id: distinctId,
    elements_chain: chain,
    created_at: createdAt,
    ...elements,
  };
}

function toPersonObject([distinctId, id, createdAt, properties]: readonly Cell[]): Record<string, unknown> {
  // A distinct id without a person has no creation time.
  if (createdAt === null || createdAt === undefined) return { distinct_id: distinctId };
  return { uuid: id, created_at: createdAt, properties: toObject(properties), distinct_id: distinctId };
}

function toObject(text: Cell | undefined): Record<string, unknown> {
  return typeof text === "string" ? (JSON.parse(text) as Record<string, unknown>) : {};
}
