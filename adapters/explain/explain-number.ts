import type { Action, EventRecord, FunnelExplanation, Page, PersonRecord } from "../../lib/index.ts";
import { entitiesOf, nameOfEntity, OF_POINT, toRule } from "./number-rule.ts";
import type { CountedEntity, NumberQuestion } from "./number-rule.ts";

/** Events of a part that are told. */
const MOST_EVENTS = 20;

/** Requests to the API below a project. */
export interface ExplainApi {
  get<Answer>(path: string, query?: Readonly<Record<string, unknown>>): Promise<Answer>;
  post<Answer>(path: string, body: unknown): Promise<Answer>;
}

/** Somebody, by a distinct id, or by the integer id or UUID of a person. */
export type Explained = { distinct_id: string } | { person_id: string } | { group_key: string };

/** An event that made a number. */
export interface MadeBy {
  event: string;
  /** ISO text. */
  timestamp: string;
  uuid: string | null;
}

/** A counted event, step or period, and what one person did for it. */
export interface NumberPart {
  name: string;
  /** Events of the person that count; of a step of a funnel the one that took it. */
  count: number;
  /** Those events, the newest first, 20 at most. */
  events: MadeBy[];
  /** Why none counts; null = some do. */
  reason: NonNullable<FunnelExplanation["steps"][number]["reason"]> | null;
  /** The event that does not count for this reason. */
  because_of: MadeBy | null;
}

/** Why a number is as it is, by the example of one person. */
export interface NumberExplanation {
  /** The rule in a sentence or two. */
  rule: string;
  /** ISO texts; null = of all time. */
  range: { from: string; to: string } | null;
  parts: NumberPart[];
  /** The SQL of the whole question; null = it has none. */
  hogql: string | null;
}

/**
 * Explains a number of an insight by what one person did: the rule, the events that count, why others do not, the SQL. Funnels are
 * explained by their own steps.
 * @param question fields of the older dialect, such as those of a link to the persons behind a number
 */
export async function explainNumber(
  api: ExplainApi,
  question: NumberQuestion,
  who: Explained,
): Promise<NumberExplanation> {
  const asked = Object.fromEntries(Object.entries(question).filter(([key]) => !OF_POINT.test(key)));
  const answered = await answerOf(api, asked);
  const range = toRange(question) ?? answered.range;
  const parts =
    question["insight"] === "FUNNELS" ? await stepsOf(api, asked, who) : await partsOf(api, question, who, range);
  return { rule: toRule(question), range, parts, hogql: answered.hogql };
}

/** The SQL and the dates of the whole question. Nodes cannot say all questions: those have neither. */
async function answerOf(api: ExplainApi, asked: NumberQuestion): Promise<Pick<NumberExplanation, "hogql" | "range">> {
  const { query } = await api.post<{ query: unknown }>("/query/upgrade/", { filters: asked });
  if (query === null) return { hogql: null, range: null };
  const { hogql = null, resolved_date_range: dates } = await api.post<{
    hogql?: string | null;
    resolved_date_range?: { date_from: string; date_to: string } | null;
  }>("/query/", { query });
  return { hogql, range: dates ? { from: dates.date_from, to: dates.date_to } : null };
}

/** The dates of a point, else those of its question; null = it has none of its own. */
function toRange({ point_range: point, question_range: whole }: NumberQuestion): NumberExplanation["range"] {
  const [from, to] = (point ?? whole ?? []) as number[];
  if (from === undefined || to === undefined) return null;
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}

async function stepsOf(api: ExplainApi, asked: NumberQuestion, who: Explained): Promise<NumberPart[]> {
  const { insight: _, ...fields } = asked;
  const body = { ...fields, explain: true, ...who };
  const { explanation } = await api.post<{ explanation?: FunnelExplanation | null }>("/insights/funnel/", body);
  return (explanation?.steps ?? []).map(({ name, event, reason, because_of: because }) => ({
    name,
    count: event === null ? 0 : 1,
    events: event === null ? [] : [event],
    reason: event === null ? reason : null,
    because_of: because,
  }));
}

/** A test of events: the fields of the list of events. */
type Test = Readonly<Record<string, unknown>>;

async function partsOf(
  api: ExplainApi,
  question: NumberQuestion,
  who: Explained,
  range: NumberExplanation["range"],
): Promise<NumberPart[]> {
  const [owner, filters] = await Promise.all([ownerOf(api, who), filtersOf(api, question)]);
  const entities = entitiesOf(question);
  const parts = entities.map((entity) => partOf(api, { entity, owner, filters, range }));
  if (question["insight"] !== "LIFECYCLE" || range === null || question["point_range"] === undefined)
    return Promise.all(parts);
  // The status of an interval depends on the one before.
  const [entity] = entities;
  const before = { from: intervalBefore(range, question["interval"]), to: range.from };
  const [now, last] = await Promise.all([parts[0], entity && partOf(api, { entity, owner, filters, range: before })]);
  return [now, last && { ...last, name: `${last.name}, the interval before` }].filter((part) => part !== undefined);
}

const DAY_MS = 86_400_000;

/** The beginning of the interval before. Only months differ in length by more than the hour of a clock that is changed. */
function intervalBefore({ from, to }: { from: string; to: string }, interval: unknown): string {
  const fromMs = Date.parse(from);
  const middle = new Date(fromMs - 15 * DAY_MS);
  const days = new Date(Date.UTC(middle.getUTCFullYear(), middle.getUTCMonth() + 1, 0)).getUTCDate();
  return new Date(fromMs - (interval === "month" ? days * DAY_MS : Date.parse(to) - fromMs)).toISOString();
}

/** Tests for the events of somebody. @throws Error when nobody has the distinct id */
async function ownerOf(api: ExplainApi, who: Explained): Promise<Test> {
  if ("group_key" in who) throw new Error("Events are explained for persons, not for groups.");
  if ("person_id" in who) return who;
  const { results } = await api.get<Page<PersonRecord>>("/persons/", { distinct_id: who.distinct_id, limit: 1 });
  if (results[0] !== undefined) return { person_id: results[0].uuid };
  const { count } = await api.get<Page<EventRecord>>("/events/", { distinct_id: who.distinct_id, limit: 1 });
  if (count === 0) throw new Error(`nobody has the distinct id '${who.distinct_id}'.`);
  return { distinct_id: who.distinct_id };
}

/** The filters of the whole question, with the value of a breakdown. */
async function filtersOf(api: ExplainApi, question: NumberQuestion): Promise<unknown[]> {
  const { properties, breakdown, breakdown_type: type = "event", breakdown_value: value } = question;
  const isPlain = typeof breakdown === "string" && ["event", "person"].includes(String(type));
  const isOfValue = isPlain && value !== undefined && !String(value).startsWith("$$_posthog");
  const tests =
    question["filter_test_accounts"] === true
      ? (await api.get<{ test_account_filters: unknown[] }>("/")).test_account_filters
      : [];
  return [
    ...(properties === undefined || properties === null ? [] : [properties].flat()),
    ...tests,
    ...(isOfValue ? [{ key: breakdown, value, type, operator: "exact" }] : []),
  ];
}

interface Counted {
  entity: CountedEntity;
  owner: Test;
  filters: readonly unknown[];
  range: NumberExplanation["range"];
}

/** The events of a person for an entity: those that count, else the nearest that does not, and why. */
async function partOf(api: ExplainApi, { entity, owner, filters, range }: Counted): Promise<NumberPart> {
  const events = await testsOf(api, entity);
  const dates = range === null ? {} : { after: justBefore(range.from), before: range.to };
  const ask = async (test: (one: EntityTest) => Test) => {
    const pages = events.map((one) =>
      api.get<Page<EventRecord>>("/events/", { ...owner, ...test(one), limit: MOST_EVENTS }),
    );
    const all = await Promise.all(pages);
    const found = all.flatMap(({ results }) => results).toSorted((a, b) => (a.timestamp < b.timestamp ? 1 : -1));
    return { count: all.reduce((sum, page) => sum + page.count, 0), events: found.slice(0, MOST_EVENTS).map(toMadeBy) };
  };
  const filtered = (one: EntityTest) => {
    const values = [...one.properties, ...filters].filter((each) => !isEmptyGroup(each));
    return { ...named(one), ...(values.length > 0 && { properties: { type: "AND", values: values.map(toGroup) } }) };
  };
  const name = nameOfEntity(entity);
  const counted = await ask((one) => ({ ...filtered(one), ...dates }));
  if (counted.count > 0) return { name, ...counted, reason: null, because_of: null };
  const none = { name, count: 0, events: [] };
  const inDates = await ask((one) => ({ ...named(one), ...dates }));
  if (inDates.count > 0) return { ...none, reason: "filtered_out", because_of: inDates.events[0] ?? null };
  const ever = await ask(named);
  if (ever.count === 0) return { ...none, reason: "no_such_event", because_of: null };
  return { ...none, reason: "out_of_range", because_of: ever.events[0] ?? null };
}

/** An event with its own filters. */
interface EntityTest {
  event: string | null;
  properties: unknown[];
}

/** The events of an entity: of an action those of its steps. @throws Error for steps with other tests than a name and properties */
async function testsOf(api: ExplainApi, { id, type, name, properties }: CountedEntity): Promise<EntityTest[]> {
  const own = properties === undefined || properties === null ? [] : [properties].flat();
  if (type !== "actions") return [{ event: id === null ? null : String(id), properties: own }];
  const { steps } = await api.get<Action>(`/actions/${id}/`);
  return steps.map((step) => {
    const { event = null, properties: tests, ...rest } = step;
    const others = Object.entries(rest).filter(([key, value]) => value !== null && !key.endsWith("_matching"));
    if (others.length > 0)
      throw new Error(`The action '${name ?? id}' tests ${others[0]?.[0]}, which is not explained event by event.`);
    return { event, properties: [...(tests === undefined || tests === null ? [] : [tests].flat()), ...own] };
  });
}

/** The name alone. */
function named({ event }: EntityTest): Test {
  return event === null ? {} : { event };
}

function isEmptyGroup(filter: unknown): boolean {
  return (filter as { values?: unknown[] }).values?.length === 0;
}

/** Filters within filters are groups. */
function toGroup(filter: unknown): unknown {
  const { values } = filter as { values?: unknown[] };
  return values === undefined ? { type: "AND", values: [filter] } : filter;
}

/** The list takes events later than an instant; the range begins with it. */
function justBefore(iso: string): string {
  return new Date(Date.parse(iso) - 1).toISOString();
}

function toMadeBy({ event, timestamp, uuid }: EventRecord): MadeBy {
  return { event, timestamp, uuid };
}

const REASONS: Record<NonNullable<NumberPart["reason"]>, string> = {
  no_such_event: "not counted: they never did this",
  filtered_out: "not counted: they did this, and the filters keep it out",
  out_of_range: "not counted: they did this only before or after the dates",
  out_of_window: "not counted: they did this after the conversion window had closed",
  wrong_order: "not counted: they did this only before the step before it",
  interrupted: "not counted: something else came in between",
  excluded: "not counted: an excluded event came in between",
  earlier_step_missing: "not counted: the step before it is missing",
};

/** Why nothing of a part counts, in words; null = something does. */
export function sayReason({ reason, count }: NumberPart): string | null {
  if (reason === null) return count === 0 ? "not counted" : null;
  return REASONS[reason];
}
