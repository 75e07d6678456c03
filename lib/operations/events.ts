import {
  AfterQuery,
  Event,
  EventListQuery,
  eventsAfter,
  getEvent,
  listenToEvents,
  listEvents,
  LiveQuery,
  measureEvents,
  MeasureQuery,
  walkEvents,
} from "../log/list/index.ts";
import type {
  AfterInput,
  EventListInput,
  EventRecord,
  LiveInput,
  LogMeasure,
  LogPage,
  MeasureInput,
} from "../log/list/index.ts";
import type { Page } from "../base/page.ts";
import type { InProject } from "../base/call-options.ts";
import { parseKnown } from "./known.ts";
import { methodsOf } from "./methods.ts";
import { listing, operation } from "./operation.ts";
import type { OperationsOf } from "./operation.ts";
import type { Scope } from "./scope.ts";

export interface EventsHandle {
  /** Lists events, newest first. `properties` are property filters. */
  list(query?: EventListInput & InProject): Promise<Page<EventRecord>>;
  get(uuid: string, options?: InProject): Promise<EventRecord>;
  /**
   * A page of the log in the order of arrival, after a place in it: for consumers that must miss none.
   * @example
   * let { results, seq } = await hoglet.events.after({ seq: 0 }); // go on with { seq }
   */
  after(query?: AfterInput & InProject): Promise<LogPage>;
  /** The number and the size of events after a place in the log. */
  measure(query?: MeasureInput & InProject): Promise<LogMeasure>;
  /**
   * Events as they are committed, by this process or another on the same file. Listening alone does not keep the process
   * alive; leaving the loop, or closing the handle, ends it.
   * @example
   * for await (const event of hoglet.events.live({ event: "signed up" })) console.log(event.distinct_id);
   */
  live(query?: LiveInput & InProject): AsyncIterableIterator<EventRecord, void>;
}

const EVENTS = "/api/projects/:project_id/events";

/** Stored events (docs/decisions.md 2). */
export const events = {
  list: listing({
    summary: "Events of a project, newest first.",
    http: ["GET", EVENTS],
    scopes: ["event:read"],
    input: EventListQuery,
    response: Event,
    csv: (ctx, { project, input }) => walkEvents(ctx, project, input),
    run: (ctx, { project, input }) => listEvents(ctx, project, input),
  }),
  get: operation({
    summary: "One event, by its uuid.",
    http: ["GET", `${EVENTS}/:uuid`],
    scopes: ["event:read"],
    response: Event,
    run: (ctx, { project, id }) => getEvent(ctx, project, String(id)),
  }),
} satisfies OperationsOf<Pick<EventsHandle, "list" | "get">>;

export function eventsHandle(scope: Scope): EventsHandle {
  const { open } = scope;
  return {
    ...methodsOf<Pick<EventsHandle, "list" | "get">>(scope, events),
    after: async ({ project, ...query } = {}) =>
      eventsAfter(open(), scope.project(project), parseKnown(AfterQuery, query)),
    measure: async ({ project, ...query } = {}) =>
      measureEvents(open(), scope.project(project), parseKnown(MeasureQuery, query)),
    live: ({ project, ...query } = {}) => listenToEvents(open(), scope.project(project), parseKnown(LiveQuery, query)),
  };
}
