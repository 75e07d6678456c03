import * as v from "valibot";
import type { InProject } from "../base/call-options.ts";
import { HogletError } from "../base/errors.ts";
import type { Page } from "../base/page.ts";
import {
  answerDashboard,
  answerShared,
  askFields,
  createDashboard,
  DashboardInput,
  DashboardListQuery,
  DashboardSharing,
  DashboardSummary,
  DashboardUpdate,
  deleteDashboard,
  findShared,
  getDashboard,
  getSharing,
  listDashboards,
  NOT_ASKED,
  renewSharing,
  SharingUpdate,
  updateDashboard,
  updateSharing,
  WireDashboard,
} from "../query/saved/index.ts";
import type { Dashboard, DashboardListInput, SharedDashboard } from "../query/saved/index.ts";
import { methodsOf } from "./methods.ts";
import { listing, operation } from "./operation.ts";
import type { OperationsOf } from "./operation.ts";
import type { Scope } from "./scope.ts";

/** Dashboards of saved insights. */
export interface DashboardsHandle {
  /** Lists dashboards: pinned dashboards first, then newest first; without deleted dashboards and without tiles. */
  list(query?: DashboardListInput & InProject): Promise<Page<DashboardSummary>>;
  /** The dashboard with this id, with its tiles in their order; also a deleted dashboard. */
  get(id: number, options?: InProject): Promise<Dashboard>;
  /**
   * @example
   * await hoglet.dashboards.create({ name: "Growth", tiles: [{ insight: signUps.id, width: 12 }] });
   */
  create(input: DashboardInput & InProject): Promise<Dashboard>;
  /** Absent fields stay; `tiles` replaces the whole list, in its order; `deleted: false` restores it. */
  update(id: number, input: DashboardUpdate & InProject): Promise<Dashboard>;
  delete(id: number, options?: InProject): Promise<void>;
  /** Is there a link that shows the dashboard? */
  sharing(id: number, options?: InProject): Promise<DashboardSharing>;
  /**
   * Makes a link that shows the dashboard and its answers to its holders, or makes the link invalid at once. The page serves it
   * below `ui/shared/`. The token of a new link is in this answer alone.
   * @example
   * const { access_token } = await hoglet.dashboards.share(board.id, { enabled: true });
   */
  share(id: number, input: { enabled: boolean } & InProject): Promise<DashboardSharing>;
  /** Makes a new link; the last one is invalid at once. */
  renewShare(id: number, options?: InProject): Promise<DashboardSharing>;
  /** The dashboard of a link's token, with its answers. @throws HogletError 404 for any other token */
  shared(token: string): Promise<SharedDashboard>;
  /** Does a token show a dashboard now? */
  isShared(token: string): Promise<boolean>;
}

const DASHBOARDS = "/api/projects/:project_id/dashboards";
const DASHBOARD = `${DASHBOARDS}/:id`;
const SHARING = `${DASHBOARD}/sharing`;

type Rows = Omit<DashboardsHandle, "get" | "shared" | "isShared">;

/** Dashboards of saved insights. Reading a dashboard returns its insights, so it needs both scopes. */
export const dashboards = {
  list: listing({
    summary: "Dashboards of a project, pinned ones first, then newest first; without their tiles.",
    http: ["GET", DASHBOARDS],
    scopes: ["dashboard:read"],
    input: DashboardListQuery,
    response: DashboardSummary,
    run: (ctx, { project, input }) => listDashboards(ctx, project.id, input),
  }),
  create: operation({
    summary:
      "Creates a dashboard: a name and tiles, each a saved insight or a text and its place in a grid of 12 columns.",
    http: ["POST", DASHBOARDS],
    scopes: ["dashboard:write", "insight:read"],
    input: DashboardInput,
    status: 201,
    response: WireDashboard,
    example: { name: "Growth", filters: { date_from: "-30d" }, tiles: [{ insight: 1, width: 6 }] },
    run: (ctx, call) => createDashboard(ctx, call, call.input),
    toWire: unasked,
  }),
  update: operation({
    summary: "Changes a dashboard; absent fields stay. `tiles` replaces the whole list, in its order.",
    http: ["PATCH, PUT", DASHBOARD],
    scopes: ["dashboard:write", "insight:read"],
    input: DashboardUpdate,
    response: WireDashboard,
    example: { pinned: true, tiles: [{ insight: 1, width: 12 }] },
    run: (ctx, call) => updateDashboard(ctx, call, call.id, call.input),
    toWire: unasked,
  }),
  delete: operation({
    summary: "Marks a dashboard as deleted; `deleted: false` in an update restores it.",
    http: ["DELETE", DASHBOARD],
    scopes: ["dashboard:write"],
    status: 204,
    run: (ctx, call) => deleteDashboard(ctx, call, call.id),
  }),
  sharing: operation({
    summary: "Is there a link that shows the dashboard to its holders, also without a key?",
    http: ["GET", SHARING],
    scopes: ["dashboard:read", "insight:read"],
    response: DashboardSharing,
    run: (ctx, { project, id }) => getSharing(ctx, project.id, id),
  }),
  share: operation({
    summary: "Makes the link (`enabled: true`), whose token is in this answer alone, or makes it invalid at once.",
    http: ["PATCH", SHARING],
    scopes: ["dashboard:write", "insight:read"],
    input: SharingUpdate,
    response: DashboardSharing,
    example: { enabled: true },
    run: (ctx, call) => updateSharing(ctx, call, call.id, call.input),
  }),
  renewShare: operation({
    summary: "Makes a new link; the last one is invalid at once.",
    http: ["POST", `${SHARING}/refresh`],
    scopes: ["dashboard:write", "insight:read"],
    response: DashboardSharing,
    run: (ctx, call) => renewSharing(ctx, call, call.id),
  }),
} satisfies OperationsOf<Rows>;

/** A request that reads a dashboard gets the answers of its insights too; `get` gives what is stored. */
export const dashboardRequests = {
  get: operation({
    summary: "One dashboard, with its tiles in their order; with `refresh` the questions of its insights are asked.",
    http: ["GET", DASHBOARD],
    scopes: ["dashboard:read", "insight:read"],
    input: v.object(askFields),
    response: WireDashboard,
    run: (ctx, { project, id, input, origin, key }) => {
      const { refresh, filters_override: filters, variables_override: variables } = input;
      const how = { refresh, filters, variables, origin, asker: key };
      return answerDashboard(ctx, project, getDashboard(ctx, project.id, id), how);
    },
  }),
};

export function dashboardsHandle(scope: Scope): DashboardsHandle {
  const { open, project: find } = scope;
  return {
    ...methodsOf<Rows>(scope, dashboards),
    get: async (id, { project } = {}) => getDashboard(open(), find(project).id, id),
    shared: async (token) => answerShared(open(), token),
    isShared: async (token) => {
      try {
        findShared(open(), token);
        return true;
      } catch (error) {
        if (error instanceof HogletError && error.status === 404) return false;
        throw error;
      }
    },
  };
}

/** A dashboard that was changed: the questions of its insights were not asked. */
function unasked({ tiles, ...dashboard }: Dashboard): v.InferOutput<typeof WireDashboard> {
  return {
    ...dashboard,
    tiles: tiles.map(({ insight, ...tile }) =>
      Object.assign(tile, { insight: insight === null ? null : { ...insight, ...NOT_ASKED } }),
    ),
  };
}
