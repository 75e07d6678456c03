import * as v from "valibot";
import type { Project } from "../../admin/projects/index.ts";
import { attributeText } from "../../events/elements/index.ts";
import type { Element } from "../../events/elements/index.ts";
import { defineQuery, idleEntries } from "../../questions/index.ts";
import type { AskedHow, Run } from "../../questions/index.ts";
import type { QueryAsks } from "../query-asks.ts";
import { eventsQuery } from "./events-query.ts";

/** The events of a person by session: a node of kind SessionsTimelineQuery. Source: reference/query.md 4.13. */
const SessionsTimelineNode = v.strictObject({
  kind: v.literal("SessionsTimelineQuery"),
  /** The UUID, or the number. @default everybody */
  personId: v.nullish(v.union([v.string(), v.number()])),
  /** @default "-24h" */
  after: v.nullish(v.string()),
  /** @default five seconds from now */
  before: v.nullish(v.string()),
  ...idleEntries,
});

/** An event as in EventsQuery, under the names that the API of events has. */
export interface TimelineEvent {
  /** The UUID. */
  id: string;
  uuid: string;
  event: string;
  distinct_id: string;
  properties: Record<string, unknown>;
  /** ISO text with the offset of the project's time zone. */
  timestamp: string;
  /** The clicked elements, the innermost first; empty = none. */
  elements: TimelineElement[];
}

/** An element with all its other attributes as text. */
export type TimelineElement = Omit<Element, "attributes"> & { attributes: Record<string, string> };

/** Successive events of a session. */
export interface TimelineEntry {
  /** Null = events outside of sessions. */
  sessionId: string | null;
  /** The newest first. */
  events: TimelineEvent[];
  /** Recordings are not stored: always null. */
  recording_duration_s: null;
}

export interface SessionsTimelineQueryTypes {
  kind: "SessionsTimelineQuery";
  node: v.InferInput<typeof SessionsTimelineNode>;
  answer: { results: TimelineEntry[]; hasMore: boolean };
}

export const sessionsTimelineQuery = defineQuery<SessionsTimelineQueryTypes, QueryAsks>()({
  kind: "SessionsTimelineQuery",
  summary: "Lists the newest events by session.",
  node: SessionsTimelineNode,
  example: { kind: "SessionsTimelineQuery", personId: 41, after: "-7d" },
  answer: v.object({
    results: v.array(
      v.object({
        sessionId: v.nullable(v.string()),
        events: v.array(v.record(v.string(), v.unknown())),
        recording_duration_s: v.null(),
      }),
    ),
    hasMore: v.boolean(),
  }),
  override: (node, { date_from, date_to }) => ({
    ...node,
    ...((date_from ?? date_to ?? null) !== null && { after: date_from ?? null, before: date_to ?? null }),
  }),
  run: runTimeline,
});

/** More cost the answer's size. */
const MAX_EVENTS = 1000;

async function runTimeline(
  ctx: QueryAsks,
  project: Project,
  { personId, after, before }: v.InferOutput<typeof SessionsTimelineNode>,
  how: AskedHow,
): Promise<Run<SessionsTimelineQueryTypes>> {
  const select = ["*", "$session_id"];
  const node = { kind: "EventsQuery", select, personId, after, before, orderBy: ["timestamp DESC"], limit: MAX_EVENTS };
  const { results: rows, hasMore } = await eventsQuery.run(ctx, project, node, how);
  const results: TimelineEntry[] = [];
  for (const [event, id] of rows) {
    const sessionId = typeof id === "string" && id !== "" ? id : null;
    // A session that goes on after events of another stays one entry.
    let entry = results.find((known) => known.sessionId === sessionId && sessionId !== null);
    if (entry === undefined) {
      const last = results.at(-1);
      entry = sessionId === null && last?.sessionId === null ? last : undefined;
    }
    if (entry === undefined) results.push((entry = { sessionId, events: [], recording_duration_s: null }));
    entry.events.push(toTimelineEvent(event as ListedEvent));
  }
  return { results, hasMore };
}

type ListedEvent = Omit<TimelineEvent, "id" | "elements"> & { elements?: Element[] };

function toTimelineEvent({ elements = [], ...event }: ListedEvent): TimelineEvent {
  return Object.assign(event, { id: event.uuid, elements: elements.map(toTimelineElement) });
}

function toTimelineElement({ attributes = {}, ...element }: Element): TimelineElement {
  const texts = Object.entries(attributes).map(([name, value]) => [name, attributeText(value)]);
  return Object.assign(element, { attributes: Object.fromEntries(texts) as Record<string, string> });
}
