import type {
  AskQueryOptions,
  Hoglet,
  InProject,
  InsightsHandle,
  Page,
  Project,
  QueryHandle,
  WatchHandle,
} from "../../lib/index.ts";
import { bindPostHog } from "./bind-posthog.ts";
import { describeLost } from "./checks/lost.ts";
import { matches, toMatch } from "./event-matcher.ts";
import { expectHoglet } from "./expect-hoglet.ts";
import { withInside } from "./inside-view.ts";
import { coverPlan } from "./plan/coverage.ts";
import type { Stage } from "./stage.ts";
import { isRequest } from "./request-match.ts";
import type { TestView } from "./test-view.ts";
import { createVerifier } from "./verify.ts";
import { waitForEvent } from "./wait-for.ts";
import { waitUntil } from "./wait-until.ts";

/** A view, with functions for its owner. */
export interface CreatedView {
  view: TestView;
  /** See `Verifier.audit`. */
  audit(): Promise<void>;
  /** Clears requests, faults and problems. */
  forget(): void;
}

/** @param project the shown project, read each time. @param ownToken shows only faults and requests of its token */
export function createView(stage: Stage, project: () => Project, ownToken: boolean): CreatedView {
  const hoglet = (): Hoglet => stage.hoglet();
  const settle = async () => {
    stage.unawaited.report();
    await stage.settle();
  };
  const verifier = createVerifier(stage, () => view);
  const within = () => ({ project: project().id });
  const requests = () =>
    stage.wire.requests.filter(
      ({ path, token }) => !path.startsWith("/__test") && (!ownToken || token === project().api_token),
    );

  const ask = async (query: never, options?: AskQueryOptions) => {
    await settle();
    return hoglet().ask(query, { ...within(), ...options });
  };
  const view: TestView = {
    get project() {
      return project();
    },
    get token() {
      return project().api_token;
    },
    async capture(events, options) {
      // Events that bound clients captured earlier come first.
      await settle();
      await hoglet().capture(events, { ...within(), ...options });
      if (stage.options.strict) await view.verify();
    },
    async posthog(options) {
      const { fetch, uuid } = stage;
      const client = await bindPostHog({ token: view.token, fetch, uuid, now: () => stage.iso() }, options);
      stage.clients.add(client);
      return client;
    },
    adopt(client) {
      stage.clients.add(client);
      return client;
    },
    get insights() {
      return insightsOf(hoglet, settle, within);
    },
    ask: ask as QueryHandle["ask"],
    async query(sql, options) {
      await settle();
      return hoglet().query(sql, { ...within(), ...options });
    },

    async events(match = {}) {
      await settle();
      const wanted = toMatch(match);
      const { event, distinct_id } = wanted;
      const query = {
        ...within(),
        ...(event !== undefined && { event }),
        ...(distinct_id !== undefined && { distinct_id }),
      };
      const records = await readAll((page) => hoglet().events.list({ ...query, ...page }));
      return records.toReversed().filter((record) => matches(wanted, record));
    },
    lastEvent: async (match) => (await view.events(match)).at(-1) ?? null,
    async persons() {
      await settle();
      return (await readAll((page) => hoglet().persons.list({ ...within(), ...page }))).toReversed();
    },
    async requests(match) {
      await settle();
      return requests().filter(isRequest(match));
    },
    async warnings() {
      await settle();
      return (await readAll((page) => hoglet().warnings.list({ ...within(), ...page }))).toReversed();
    },
    async waitFor(matcher, { timeout = 2000 } = {}) {
      return waitForEvent({
        matcher,
        timeoutMs: timeout,
        live: () => hoglet().events.live(within()),
        read: () => view.events(),
        lost: (captured) => describeLost(view, captured),
      });
    },
    async until(query, passes, { timeout = 2000 } = {}) {
      await settle();
      // The kind of a query decides the type of its answer.
      const watch = hoglet().watch as (node: object, listener: unknown, options: object) => Promise<WatchHandle>;
      return waitUntil({ passes, timeoutMs: timeout, watch: (listener) => watch(query, listener, within()) });
    },
    settle,
    expectFunnel(steps, options) {
      const expectation = expectHoglet(view);
      return {
        toConvert: (expected) => expectation.toConvert(steps, expected, options),
        not: { toConvert: (expected) => expectation.not.toConvert(steps, expected, options) },
      };
    },
    fail: (fault, target) => stage.wire.faults.add(fault, { ...target, ...(ownToken && { token: view.token }) }),
    heal: () => stage.wire.faults.clear(ownToken ? view.token : undefined),
    verify: () => verifier.verify(),
    async coverage() {
      if (stage.options.plan === undefined)
        throw new Error("There is no plan: createTestHoglet({ plan: defineEvents(…) }).");
      return coverPlan(stage.options.plan, await view.events());
    },
  };
  const forget = () => {
    stage.wire.clear(ownToken ? view.token : undefined);
    stage.clients.forget();
    view.heal();
    verifier.forget();
  };
  const audit = async () => {
    await stage.unawaited.finish();
    await verifier.audit();
  };
  const post = async (path: string, body: object) => {
    await settle();
    return stage.post(`/api/projects/${project().id}${path}`, body);
  };
  return {
    view: withInside(view, { unawaited: stage.unawaited, post, clients: stage.clients }),
    audit,
    forget,
  };
}

/** The handle's methods, for one project unless another is named, after everything has arrived. */
function insightsOf(
  hoglet: () => Hoglet,
  settle: () => Promise<void>,
  within: () => { project: number },
): InsightsHandle {
  const toMethod = (name: string) => async (query: InProject) => {
    await settle();
    const methods: Record<string, (query: InProject) => unknown> = { ...hoglet().insights };
    return methods[name]?.({ ...within(), ...query });
  };
  // The handle's types, which `Object.fromEntries` loses.
  return Object.fromEntries(
    Object.keys(hoglet().insights).map((name) => [name, toMethod(name)]),
  ) as unknown as InsightsHandle;
}

/** The largest page. */
const PAGE = 1000;

async function readAll<Row>(list: (page: { limit: number; offset: number }) => Promise<Page<Row>>): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const { results } = await list({ limit: PAGE, offset: rows.length });
    rows.push(...results);
    if (results.length < PAGE) return rows;
  }
}
