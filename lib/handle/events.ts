import { EventListQuery, getEvent, listenToEvents, listEvents, LiveQuery } from "../events/index.ts";
import type { EventListInput, EventRecord } from "../events/index.ts";
import type { Page } from "../page.ts";
import { parse } from "../parse.ts";
import type { InProject, Scope } from "./scope.ts";

export interface EventsHandle {
  /** Newest first. `properties` are property filters. */
  list(query?: EventListInput & InProject): Promise<Page<EventRecord>>;
  get(uuid: string, options?: InProject): Promise<EventRecord>;
  /**
   * Events as they are committed, by this process or another on the same file. Listening alone does not keep the process
   * alive; leaving the loop, or closing the handle, ends it.
   * @example
   * for await (const event of hoglet.events.live({ event: "signed up" })) console.log(event.distinct_id);
   */
  live(query?: LiveQuery & InProject): AsyncIterableIterator<EventRecord, void>;
}

export function eventsHandle(scope: Scope): EventsHandle {
  const { open } = scope;
  return {
    list: async ({ project, ...query } = {}) =>
      listEvents(open(), scope.project(project), parse(EventListQuery, query)),
    get: async (uuid, { project } = {}) => getEvent(open(), scope.project(project), uuid),
    live: ({ project, ...query } = {}) => listenToEvents(open(), scope.project(project), parse(LiveQuery, query)),
  };
}
