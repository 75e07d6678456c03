import {
  AfterQuery,
  EventListQuery,
  eventsAfter,
  getEvent,
  listenToEvents,
  listEvents,
  LiveQuery,
  measureEvents,
  MeasureQuery,
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
import { parseKnown } from "./known.ts";
import type { InProject } from "../base/call-options.ts";
import type { Scope } from "./scope.ts";

export interface EventsHandle {
  /** Newest first. `properties` are property filters. */
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

export function eventsHandle(scope: Scope): EventsHandle {
  const { open } = scope;
  return {
    list: async ({ project, ...query } = {}) =>
      listEvents(open(), scope.project(project), parseKnown(EventListQuery, query)),
    get: async (uuid, { project } = {}) => getEvent(open(), scope.project(project), uuid),
    after: async ({ project, ...query } = {}) =>
      eventsAfter(open(), scope.project(project), parseKnown(AfterQuery, query)),
    measure: async ({ project, ...query } = {}) =>
      measureEvents(open(), scope.project(project), parseKnown(MeasureQuery, query)),
    live: ({ project, ...query } = {}) => listenToEvents(open(), scope.project(project), parseKnown(LiveQuery, query)),
  };
}
