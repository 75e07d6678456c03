import { pageUrl } from "../page-url.ts";
import * as v from "valibot";
import { toSearch } from "../../ui/insight-address.ts";
import { eventsOf, explainNumber, nearNames, withoutNumbers } from "../../explain/index.ts";
import { eventNames, nothingCame, quoted } from "../names.ts";
import { countsSomething, hasZero, slim } from "../slim.ts";
import { defineTool, field } from "../tool.ts";
import type { Answer, Call, Tool } from "../tool.ts";
import { ToolFault } from "../tool-fault.ts";

// Fields are those of the query node of PostHog's newer server (reference: query nodes). The API reads them strictly
// and names a wrong one, so only their types are here: whole schemas would take ten times the tokens of all tools
// together.

type Node = Record<string, unknown>;

const object = (description?: string) => {
  const any = v.record(v.string(), v.unknown());
  return v.exactOptional(description === undefined ? any : v.pipe(any, v.description(description)));
};
const SERIES = "{event, math: total|dau|sum|avg|p90…, math_property, properties}";
const series = (description: string) => v.pipe(v.array(v.unknown()), v.description(description));

/** Fields of all kinds. */
const common = {
  dateRange: object('{date_from: "-7d", date_to}'),
  properties: v.exactOptional(v.pipe(v.unknown(), v.description("[{key, value, operator, type}]"))),
  explain_for: v.exactOptional(field.text()),
};
const interval = v.exactOptional(field.text());

interface Kind<Entries extends v.ObjectEntries> {
  name: string;
  kind: string;
  /** Other kinds that the field `kind` may name. */
  alsoKinds?: readonly string[];
  title: string;
  description: string;
  input: Entries;
}

/** A tool for a kind of query node. */
function defineQuery<const Entries extends v.ObjectEntries>({
  kind,
  alsoKinds = [],
  input,
  ...rest
}: Kind<Entries>): Tool {
  const all: v.ObjectEntries = { ...common, ...input };
  return defineTool({
    ...rest,
    effect: "reads",
    input: all,
    isOpen: true,
    async run(call, { explain_for: person, ...fields }) {
      const node: Node = { ...fields, kind: toKind((fields as Node)["kind"], [kind, ...alsoKinds]) };
      return explained(call, node, person as string | undefined, await ask(call, node));
    },
  });
}

/** The first kind where none is given. */
function toKind(given: unknown, kinds: readonly [string, ...string[]]): string {
  const kind = given === undefined ? kinds[0] : kinds.find((each) => each === given);
  if (kind !== undefined) return kind;
  throw new ToolFault(`kind: this tool answers ${kinds.join(", ")}, not ${String(given)}.`);
}

/** A tool for each kind of insight. */
export const queryTools: readonly Tool[] = [
  defineQuery({
    name: "query-trends",
    kind: "TrendsQuery",
    alsoKinds: ["LifecycleQuery", "StickinessQuery"],
    title: "Trends, lifecycle, stickiness",
    description:
      "Counts events or persons over time. kind LifecycleQuery: new, returning, resurrecting and dormant persons of one event; StickinessQuery: on how many days persons did it.",
    input: {
      kind: v.exactOptional(field.text()),
      series: series(SERIES),
      interval,
      breakdownFilter: object("{breakdown, breakdown_type}"),
      compareFilter: object(),
      trendsFilter: object("{display, formula…}"),
    },
  }),
  defineTool({
    name: "query-funnel",
    title: "Funnel",
    description:
      "How many took one step after the other. explain_for (in all queries) a distinct id: its events that count, and why others do not.",
    effect: "reads",
    isOpen: true,
    input: {
      ...common,
      series: series("Steps: {event, properties}"),
      funnelsFilter: object("{funnelOrderType, funnelWindowInterval, funnelWindowIntervalUnit…}"),
      breakdownFilter: object(),
      correlate: v.exactOptional(
        v.pipe(v.picklist(["events", "properties"]), v.description("Lists what correlates with finishing")),
      ),
    },
    async run(call, { explain_for: person, correlate, ...fields }) {
      const node: Node = { ...fields, kind: toKind((fields as Node)["kind"], ["FunnelsQuery"]) };
      const answer = await ask(call, node);
      answer.summary += conversion(answer.results);
      if (correlate !== undefined) answer["correlation"] = await correlation(call, node, correlate);
      return explained(call, node, person, answer);
    },
  }),
  defineQuery({
    name: "query-retention",
    kind: "RetentionQuery",
    title: "Retention",
    description: "How many come back after a first event.",
    input: {
      retentionFilter: object("{period, totalIntervals, targetEntity: {id, type: events}, returningEntity}"),
    },
  }),
  defineQuery({
    name: "query-paths",
    kind: "PathsQuery",
    title: "Paths",
    description: "Lists the events that persons did one after the other.",
    input: {
      pathsFilter: object("{includeEventTypes: [$pageview|$screen|custom_event], startPoint, endPoint…}"),
    },
  }),
];

interface Answered {
  results: unknown;
  resolved_date_range?: { date_from: string; date_to: string } | null;
  warnings?: unknown;
  hasMore?: boolean;
}

/** Kinds whose answers have a line for each day or status: a line without anybody is an answer, too. */
const WITH_ZEROS = new Set(["RetentionQuery", "LifecycleQuery", "StickinessQuery"]);

async function ask(call: Call, node: Node): Promise<Answer> {
  const answered = await call.api.post<Answered>("/query/", { query: node });
  const results = [slim(answered.results)].flat();
  const range = answered.resolved_date_range;
  const asked = range ? `${range.date_from.slice(0, 10)} to ${range.date_to.slice(0, 10)}` : null;
  const isEmpty = !countsSomething(results);
  const mayHaveZeros = WITH_ZEROS.has(String(node["kind"]));
  const why = isEmpty || (hasZero(results) && !mayHaveZeros) ? await explainEmpty(call, node, asked) : null;
  const head = isEmpty ? "Nothing was counted" : `${results.length} results`;
  return {
    summary: `${head}${asked === null ? "" : `, ${asked}`}.${why === null ? "" : ` ${why.says}`}`,
    results,
    ...(answered.hasMore && { has_more: true }),
    ...(answered.warnings !== null && answered.warnings !== undefined && { warnings: answered.warnings }),
    url: await pageOf(call, node),
    ...(why !== null && (isEmpty || why.isCause) && { try_next: why.steps }),
  };
}

/** The address of the page that shows the question. */
async function pageOf(call: Call, node: Node): Promise<string> {
  const { question } = await call.api.post<{ question: Record<string, unknown> | null }>("/query/upgrade/", {
    query: node,
  });
  const shown = question === null ? "" : `new?${toSearch(question)}`;
  return pageUrl(call, `/insights/${shown}`);
}

/** Why a question, or one of its series, counts nothing: unknown names, other dates, filters. */
async function explainEmpty(call: Call, node: Node, asked: string | null) {
  const wanted = eventsOf(node);
  const known = await eventNames(call);
  const absent = wanted.filter((name) => !known.some((one) => one.name === name));
  const all = known.map(({ name }) => name);
  if (all.length === 0) {
    return { says: await nothingCame(call), steps: ["event-diagnose says why"], isCause: true };
  }
  if (absent.length > 0) {
    const near = absent.flatMap((name) => nearNames(name, all, 2));
    const meant = near.length > 0 ? `Near names: ${quoted(near)}.` : `Names that came: ${quoted(all.slice(0, 10))}.`;
    return {
      says: `No event is called ${quoted(absent)}. ${meant}`,
      steps:
        near.length > 0
          ? [`ask with ${quoted(near)}`, "or correct the name in the app"]
          : ["read-data-schema lists the names"],
      isCause: true,
    };
  }
  const texts = await withoutNumbers(call.api.get, node);
  if (texts.length > 0) {
    return {
      says: `${quoted(texts)} has values that are no numbers: they count for nothing.`,
      steps: ["read-data-schema shows the values", "send numbers from the app, or count without math"],
      isCause: true,
    };
  }
  const newest = known
    .filter(({ name }) => wanted.length === 0 || wanted.includes(name))
    .map(({ name, last_seen_at: at }) => `${JSON.stringify(name)} at ${at}`);
  return {
    says: `The events are there (newest: ${newest.slice(0, 3).join(", ")})${asked === null ? "" : `: the dates ${asked}, the filters or the order leave them out`}.`,
    steps: [
      'another dateRange, such as {"date_from": "all"}',
      "leave out properties",
      "query-funnel with explain_for, for one person",
    ],
    isCause: false,
  };
}

/** A funnel's steps as a sentence; empty for other forms of its answer. */
function conversion(results: readonly unknown[]): string {
  const counts = results.map((step) => (step as { count?: unknown } | null)?.count);
  const [first, last] = [counts[0], counts.at(-1)];
  if (counts.length < 2 || typeof first !== "number" || typeof last !== "number" || first === 0) return "";
  return ` ${counts.join(" → ")}: ${((last / first) * 100).toFixed(1)} % take all steps.`;
}

/** Adds why one person is counted or not. */
async function explained({ api }: Call, node: Node, person: string | undefined, answer: Answer): Promise<Answer> {
  if (person === undefined) return answer;
  return { ...answer, explanation: slim(await explainNumber(api, node, { distinct_id: person })) };
}

async function correlation({ api }: Call, node: Node, by: "events" | "properties"): Promise<unknown> {
  const source = { kind: "FunnelsActorsQuery", source: node, funnelStep: 1 };
  const names = by === "properties" && { funnelCorrelationNames: ["$all"] };
  const query = { kind: "FunnelCorrelationQuery", source, funnelCorrelationType: by, ...names };
  return slim((await api.post<Answered>("/query/", { query })).results);
}
