import * as v from "valibot";
import type { Project } from "../../admin/projects/index.ts";
import { findPersonsByDistinctIds } from "../../people/persons/index.ts";
import { defineQuery } from "../../questions/index.ts";
import type { AskedHow, Run } from "../../questions/index.ts";
import { readExpression } from "../../hogql/index.ts";
import { readFilters } from "../../sql/index.ts";
import type { SqlCondition } from "../../hogql/index.ts";
import type { QueryAsks } from "../query-asks.ts";
import { toDisplayName } from "./display-name.ts";
import { isIn, isOfAction } from "./event-conditions.ts";
import { isOfPerson } from "./events-query.ts";
import { runTable, toTablePage } from "./run-table.ts";
import type { RanTable } from "./run-table.ts";
import { overrideBounds, toBounds } from "./table-bounds.ts";
import { readColumn, withoutComment } from "./table-column.ts";
import type { SpecialColumn } from "./table-column.ts";
import { Expressions, filled, tableAnswer, tableFields, TableFilters } from "./table-fields.ts";
import { tableOrder } from "./table-order.ts";

/** A list of sessions, or of figures about them: a node of kind SessionsQuery. Source: reference/query.md 4.13. */
const SessionsNode = v.strictObject({
  kind: v.literal("SessionsQuery"),
  /** Expressions over the table `sessions`, `*`, `person_display_name` or `person.properties.x`. Empty = `*`. */
  select: v.pipe(v.array(v.pipe(v.string(), v.nonEmpty(), v.maxLength(20_000))), v.maxLength(200)),
  /** Expressions that must hold; an expression with an aggregate is about groups of rows. */
  where: Expressions,
  /** Filters on sessions, and on their persons and events. */
  properties: TableFilters,
  /** Further filters. */
  fixedProperties: TableFilters,
  /** Sessions with an event of this name. */
  event: v.nullish(v.string()),
  /** Sessions with an event that matches this action; only without `event`. */
  actionId: v.nullish(v.pipe(v.number(), v.integer())),
  /** Filters on that event. */
  eventProperties: TableFilters,
  /** Sessions of this person: the UUID, or the number. */
  personId: v.nullish(v.union([v.string(), v.number()])),
  /** Started later than this: ISO text, a time before now, or `all`. @default "-24h" */
  after: v.nullish(v.string()),
  /** Started earlier than this. @default five seconds from now */
  before: v.nullish(v.string()),
  /** Expressions with ` ASC` or ` DESC`. @default as EventsQuery, with `$start_timestamp` */
  orderBy: Expressions,
  filterTestAccounts: v.nullish(v.boolean()),
  ...tableFields,
});
type SessionsNode = v.InferOutput<typeof SessionsNode>;

export interface SessionsQueryTypes {
  kind: "SessionsQuery";
  node: v.InferInput<typeof SessionsNode>;
  answer: RanTable;
}

export const sessionsQuery = defineQuery<SessionsQueryTypes, QueryAsks>()({
  kind: "SessionsQuery",
  summary: "Lists sessions, or figures about them.",
  node: SessionsNode,
  example: { kind: "SessionsQuery", select: ["session_id", "$session_duration"], after: "-7d", limit: 10 },
  answer: v.object(tableAnswer),
  override: overrideBounds,
  run: runSessions,
});

async function runSessions(
  ctx: QueryAsks,
  project: Project,
  node: SessionsNode,
  { keyId }: AskedHow,
): Promise<Run<SessionsQueryTypes>> {
  const findSpecial = (name: string) => specialColumn(ctx, project, name);
  const select = node.select.length === 0 ? ["*"] : node.select;
  const columns = select.map((text) =>
    Object.assign(readColumn(ofSession(text), findSpecial), { name: columnNameOf(text) }),
  );
  const conditions = (node.where ?? []).map((text) => ({ text, isAggregate: readExpression(text).isAggregate }));
  const order = tableOrder(node.orderBy?.map(ofSession), columns, { time: "$start_timestamp", findSpecial });
  const isGrouped = columns.some(({ isAggregate }) => isAggregate);
  const bounds = toBounds(ctx, project, node, { time: "$start_timestamp", tie: null });
  const ran = await runTable(
    ctx,
    project,
    {
      from: "sessions",
      columns,
      where: [
        ...conditions.filter(({ isAggregate }) => !isAggregate).map(({ text }) => text),
        ...bounds.where,
        // Filters test a session's events, which reach its person, its cohorts and its own columns.
        ...(isFiltered(node) ? [`session_id IN (SELECT $session_id FROM events WHERE {filters})`] : []),
      ],
      having: conditions.filter(({ isAggregate }) => isAggregate).map(({ text }) => text),
      filters: toFilters(ctx, project, node),
      values: bounds.values,
      orderBy: isGrouped || order.length === 0 ? order : [...order, { sort: "session_id", isDescending: false }],
      ...toTablePage(node),
    },
    keyId,
  );
  return ran;
}

const PREFIX = /^\s*session\./;

/** `session.$x` is a column of the table itself. */
function ofSession(text: string): string {
  return text.replace(PREFIX, "");
}

/** A column's name in the answer: as sent, or its alias. */
function columnNameOf(text: string): string {
  const bare = withoutComment(text);
  const isSpecial = bare === "*" || bare === "person_display_name" || bare.startsWith(OF_PERSON);
  return isSpecial ? text : (readExpression(ofSession(text)).alias ?? text);
}

function isFiltered({ properties, fixedProperties, eventProperties, event, ...node }: SessionsNode): boolean {
  const filters = [properties, fixedProperties, eventProperties].flatMap(filled);
  const isOfEvents = Boolean(event) || typeof node.actionId === "number";
  return filters.length > 0 || isOfEvents || (node.personId ?? null) !== null || node.filterTestAccounts === true;
}

function toFilters(ctx: QueryAsks, project: Project, node: SessionsNode): ReturnType<typeof readFilters> {
  const { filterTestAccounts, event } = node;
  const properties = [node.properties, node.fixedProperties, node.eventProperties].flatMap(filled);
  const read = readFilters(project, { properties, filterTestAccounts }, ctx.clock.now());
  const values: SqlCondition[] = [read.condition];
  if (event) values.push(isIn("event", [event]));
  else if (typeof node.actionId === "number") values.push(isOfAction(ctx, project, node.actionId));
  if (node.personId !== null && node.personId !== undefined) values.push(isOfPerson(ctx, project, node.personId));
  return { ...read, condition: { type: "AND", values } };
}

/** The fields of `*`. */
const SESSION_PARTS = [
  "session_id",
  "distinct_id",
  "$start_timestamp",
  "$end_timestamp",
  "$session_duration",
  "$entry_current_url",
  "$end_current_url",
  "$pageview_count",
  "$autocapture_count",
  "$screen_count",
  "$is_bounce",
] as const;

const OF_PERSON = "person.properties.";

/** `*`, `person_display_name` and `person.properties.x`. */
function specialColumn(ctx: QueryAsks, project: Project, name: string): SpecialColumn | undefined {
  if (name === "*") {
    const toValue: SpecialColumn["toValue"] = (cells) =>
      Object.fromEntries(SESSION_PARTS.map((part, index) => [part, cells[index]]));
    return { parts: SESSION_PARTS, sort: "session_id", toValue };
  }
  const personOf = (distinctId: unknown) =>
    Object.values(findPersonsByDistinctIds(ctx, project, [String(distinctId)]).results)[0] ?? null;
  if (name === "person_display_name") {
    const toValue: SpecialColumn["toValue"] = ([distinctId]) => {
      const person = personOf(distinctId);
      return toDisplayName(
        project,
        distinctId,
        person === null ? null : { id: person.uuid, properties: person.properties },
      );
    };
    return { parts: ["distinct_id"], sort: "distinct_id", toValue };
  }
  if (!name.startsWith(OF_PERSON)) return undefined;
  const key = name.slice(OF_PERSON.length).replaceAll(/^[`"]|[`"]$/g, "");
  return {
    parts: ["distinct_id"],
    sort: "distinct_id",
    toValue: ([distinctId]) => personOf(distinctId)?.properties[key] ?? null,
  };
}
