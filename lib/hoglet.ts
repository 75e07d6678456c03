import { ActivityQuery, listActivity } from "./activity/index.ts";
import type { ActivityInputQuery, ActivityList } from "./activity/index.ts";
import { createDispatch, routes } from "./api/index.ts";
import type { HttpReply, HttpRequest } from "./api/index.ts";
import { createKey, listKeys, revokeKey } from "./auth/index.ts";
import type { KeyInput, NewPersonalApiKey, PersonalApiKey } from "./auth/index.ts";
import { captureEvents } from "./capture/index.ts";
import type { CapturedEvent } from "./capture/index.ts";
import { misconfigured } from "./errors.ts";
import { EventListQuery, getEvent, listenToEvents, listEvents, LiveQuery } from "./events/index.ts";
import type { EventListInput, EventRecord } from "./events/index.ts";
import { toFetch } from "./fetch.ts";
import type { Fetch } from "./fetch.ts";
import { getGroup, GroupListQuery, GroupName, listGroups, listGroupTypes } from "./groups/index.ts";
import type { GroupListInput, GroupNameInput, GroupRecord, GroupTypeRecord } from "./groups/index.ts";
import { trend } from "./insights/index.ts";
import type { TrendResult } from "./insights/index.ts";
import { openContext } from "./open-context.ts";
import { parseOptions } from "./options.ts";
import type { HogletOptions } from "./options.ts";
import { pageEntries } from "./page.ts";
import type { Page } from "./page.ts";
import { parse } from "./parse.ts";
import { getPerson, listPersons, PersonListQuery } from "./persons/index.ts";
import type { PersonListInput, PersonRecord } from "./persons/index.ts";
import { createProject, firstProject, getProject, listProjects } from "./projects/index.ts";
import type { Project, ProjectInput } from "./projects/index.ts";
import { exportLines, importLines } from "./transfer/index.ts";
import type {
  ExportOptions,
  ImportCounts,
  ImportOptions as LineOptions,
  ProcessedEvent,
  Source,
} from "./transfer/index.ts";
import { listWarnings, WarningListQuery } from "./warnings/index.ts";
import type { WarningListInput, WarningRecord } from "./warnings/index.ts";
import * as v from "valibot";

/** An open database with everything that can be asked of it. Made by `createHoglet`. */
export interface Hoglet {
  /** The first project: the one that every method works on, unless its options name another by `project`. */
  readonly project: Project;
  /** Value of the first personal API key, when this call made it or was given it; null for an existing database. */
  readonly personalApiKey: string | null;
  /** Captures events; resolves once they are committed. */
  capture(events: CapturedEvent | readonly CapturedEvent[], options?: InProject): Promise<void>;
  /** Answers HTTP requests in process, like the global `fetch`: hand it to an SDK. The origin does not matter. */
  readonly fetch: Fetch;
  /** The same for adapters, without the cost of web-standard objects. */
  handle(request: HttpRequest): Promise<HttpReply>;
  readonly projects: {
    list(page?: { limit?: number; offset?: number }): Promise<Page<Project>>;
    get(id: number): Promise<Project>;
    create(input: ProjectInput): Promise<Project>;
  };
  readonly keys: {
    /** `value` is shown this once. */
    create(input: KeyInput): Promise<NewPersonalApiKey>;
    list(): Promise<PersonalApiKey[]>;
    revoke(id: string): Promise<void>;
  };
  readonly persons: {
    list(query?: PersonListInput & InProject): Promise<Page<PersonRecord>>;
    /** By integer id or UUID. */
    get(id: number | string, options?: InProject): Promise<PersonRecord>;
  };
  readonly activity: {
    /** Who changed what, newest first; `project: null` = personal keys and deleted projects. */
    list(query?: ActivityInputQuery & { project?: number | null }): Promise<ActivityList>;
  };
  readonly events: {
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
  };
  readonly warnings: {
    /** Why events are missing or did not do what they should have, newest first. */
    list(query?: WarningListInput & InProject): Promise<Page<WarningRecord>>;
  };
  readonly groups: {
    types(options?: InProject): Promise<GroupTypeRecord[]>;
    list(query: GroupListInput & InProject): Promise<Page<GroupRecord>>;
    get(name: GroupNameInput & InProject): Promise<GroupRecord>;
  };
  readonly insights: {
    trend(query: Record<string, unknown> & InProject): Promise<TrendResult>;
  };
  /** Reads NDJSON; see `ImportOptions`. Nothing is kept when a line is bad, unless `skipBad`. */
  import(source: Source, options?: ImportOptions & InProject): Promise<ImportCounts>;
  /** NDJSON lines of everything in the project. */
  export(options?: ExportOptions & InProject): AsyncIterable<string>;
  /** Waits for captures under way and closes the database; may be called twice. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** How to import; see the notes on each option. */
export type ImportOptions = Omit<LineOptions, "process"> & {
  /** Sends the events through the ordinary capture pipeline instead of storing them as they are. @default false */
  process?: boolean;
};

/** Names the project a call is about. @default the first project */
export interface InProject {
  project?: number;
}

/**
 * Opens (or creates) a database.
 * @example
 * const hoglet = await createHoglet({ file: "analytics.db" }); // no options: in memory
 * await hoglet.capture({ event: "signed up", distinct_id: "u1", properties: { plan: "pro" } });
 * @throws HogletError `misconfigured` naming the option or the file at fault
 */
export async function createHoglet(options: HogletOptions = {}): Promise<Hoglet> {
  const { ctx, personalApiKey } = openContext(parseOptions(options));
  const dispatch = createDispatch(ctx, routes);
  let isClosed = false;

  const open = () => {
    if (isClosed) throw misconfigured(null, "This hoglet is closed.");
    return ctx;
  };
  const projectOf = (id: number | undefined) => (id === undefined ? firstProject(open()) : getProject(open(), id));
  const handle = async (request: HttpRequest) => {
    open();
    return dispatch(request);
  };

  const close = async () => {
    if (isClosed) return;
    isClosed = true;
    await ctx.queue.drain();
    ctx.live.close();
    ctx.db.close();
  };

  return {
    get project() {
      return firstProject(open());
    },
    personalApiKey,
    capture: async (events, { project } = {}) => captureEvents(open(), projectOf(project), events),
    fetch: toFetch(handle),
    handle,
    projects: {
      list: async (page = {}) => listProjects(open(), parse(v.object(pageEntries), page)),
      get: async (id) => getProject(open(), id),
      create: async (input) => createProject(open(), input),
    },
    keys: {
      create: async (input) => createKey(open(), input),
      list: async () => listKeys(open()),
      revoke: async (id) => revokeKey(open(), id),
    },
    persons: {
      list: async ({ project, ...query } = {}) =>
        listPersons(open(), projectOf(project), parse(PersonListQuery, query)),
      get: async (id, { project } = {}) => getPerson(open(), projectOf(project), id),
    },
    activity: {
      list: async ({ project, ...query } = {}) =>
        listActivity(open(), project === null ? null : projectOf(project).id, parse(ActivityQuery, query)),
    },
    events: {
      list: async ({ project, ...query } = {}) => listEvents(open(), projectOf(project), parse(EventListQuery, query)),
      get: async (uuid, { project } = {}) => getEvent(open(), projectOf(project), uuid),
      live: ({ project, ...query } = {}) => listenToEvents(open(), projectOf(project), parse(LiveQuery, query)),
    },
    warnings: {
      list: async ({ project, ...query } = {}) =>
        listWarnings(open(), projectOf(project), parse(WarningListQuery, query)),
    },
    groups: {
      types: async ({ project } = {}) => listGroupTypes(open(), projectOf(project)),
      list: async ({ project, ...query }) => listGroups(open(), projectOf(project), parse(GroupListQuery, query)),
      get: async ({ project, ...name }) => getGroup(open(), projectOf(project), parse(GroupName, name)),
    },
    insights: {
      trend: async ({ project, ...query }) => trend(open(), projectOf(project), query),
    },
    import: async (source, { project, process, ...wanted } = {}) => {
      const into = projectOf(project);
      const captureAll = (events: ProcessedEvent[]) => captureEvents(open(), into, events.map(toCaptured));
      return importLines(open(), into.id, source, { ...wanted, ...(process === true && { process: captureAll }) });
    },
    export: ({ project, ...wanted } = {}) => exportLines(open(), projectOf(project).id, wanted),
    close,
    [Symbol.asyncDispose]: close,
  };
}

function toCaptured({ elements, properties, ...event }: ProcessedEvent): CapturedEvent {
  return { ...event, properties: elements.length > 0 ? { ...properties, $elements: elements } : properties };
}
