import * as v from "valibot";
import { authorOf } from "../../admin/activity/index.ts";
import {
  answerDashboard,
  createDashboard,
  DashboardInput,
  DashboardListQuery,
  DashboardUpdate,
  deleteDashboard,
  getDashboard,
  getSharing,
  listDashboards,
  NOT_ASKED,
  renewSharing,
  SharingUpdate,
  updateDashboard,
  updateSharing,
} from "../../query/saved/index.ts";
import type { Dashboard as DashboardRow } from "../../query/saved/index.ts";
import { askFields } from "./ask-fields.ts";
import { toEnvelope } from "../envelopes.ts";
import { Dashboard, DashboardList, DashboardSharing } from "../responses/saved.ts";
import { defineRoute } from "../route.ts";
import type { Call, Route } from "../route.ts";

const DASHBOARDS = "/api/projects/:project_id/dashboards";
const DASHBOARD = `${DASHBOARDS}/:id`;
const SHARING = `${DASHBOARD}/sharing`;

/** Dashboards of saved insights. Reading a dashboard returns its insights, so it needs both scopes. */
export const dashboardRoutes: readonly Route[] = [
  defineRoute({
    methods: ["GET"],
    path: DASHBOARDS,
    summary: "Dashboards of a project, pinned ones first, then newest first; without their tiles.",
    scopes: ["dashboard:read"],
    input: DashboardListQuery,
    status: 200,
    response: DashboardList,
    run: (ctx, { project, input, target }) => toEnvelope(target, input, listDashboards(ctx, project.id, input)),
  }),
  defineRoute({
    methods: ["POST"],
    path: DASHBOARDS,
    summary:
      "Creates a dashboard: a name and tiles, each a saved insight or a text and its place in a grid of 12 columns.",
    scopes: ["dashboard:write", "insight:read"],
    input: DashboardInput,
    status: 201,
    response: Dashboard,
    example: { name: "Growth", filters: { date_from: "-30d" }, tiles: [{ insight: 1, width: 6 }] },
    run: (ctx, call) => unasked(createDashboard(ctx, toEdit(call), call.input)),
  }),
  defineRoute({
    methods: ["GET"],
    path: DASHBOARD,
    summary: "One dashboard, with its tiles in their order; with `refresh` the questions of its insights are asked.",
    scopes: ["dashboard:read", "insight:read"],
    input: v.object(askFields),
    status: 200,
    response: Dashboard,
    run: (ctx, { project, params, input, target, key }) => {
      const { refresh, filters_override: filters, variables_override: variables } = input;
      const how = { refresh, filters, variables, origin: target.origin, asker: key };
      return answerDashboard(ctx, project, getDashboard(ctx, project.id, params["id"] ?? ""), how);
    },
  }),
  defineRoute({
    methods: ["PATCH", "PUT"],
    path: DASHBOARD,
    summary: "Changes a dashboard; absent fields stay. `tiles` replaces the whole list, in its order.",
    scopes: ["dashboard:write", "insight:read"],
    input: DashboardUpdate,
    status: 200,
    response: Dashboard,
    example: { pinned: true, tiles: [{ insight: 1, width: 12 }] },
    run: (ctx, call) => unasked(updateDashboard(ctx, toEdit(call), call.params["id"] ?? "", call.input)),
  }),
  defineRoute({
    methods: ["DELETE"],
    path: DASHBOARD,
    summary: "Marks a dashboard as deleted; `deleted: false` in an update restores it.",
    scopes: ["dashboard:write"],
    input: null,
    status: 204,
    run: (ctx, call) => deleteDashboard(ctx, toEdit(call), call.params["id"] ?? ""),
  }),
  defineRoute({
    methods: ["GET"],
    path: SHARING,
    summary: "Is there a link that shows the dashboard to its holders, also without a key?",
    scopes: ["dashboard:read", "insight:read"],
    input: null,
    status: 200,
    response: DashboardSharing,
    run: (ctx, { project, params }) => getSharing(ctx, project.id, params["id"] ?? ""),
  }),
  defineRoute({
    methods: ["PATCH"],
    path: SHARING,
    summary: "Makes the link (`enabled: true`), whose token is in this answer alone, or makes it invalid at once.",
    scopes: ["dashboard:write", "insight:read"],
    input: SharingUpdate,
    status: 200,
    response: DashboardSharing,
    example: { enabled: true },
    run: (ctx, call) => updateSharing(ctx, toEdit(call), call.params["id"] ?? "", call.input),
  }),
  defineRoute({
    methods: ["POST"],
    path: `${SHARING}/refresh`,
    summary: "Makes a new link; the last one is invalid at once.",
    scopes: ["dashboard:write", "insight:read"],
    input: null,
    status: 200,
    response: DashboardSharing,
    run: (ctx, call) => renewSharing(ctx, toEdit(call), call.params["id"] ?? ""),
  }),
];

/** A dashboard that was changed: the questions of its insights were not asked. */
async function unasked(changed: Promise<DashboardRow>) {
  const { tiles, ...dashboard } = await changed;
  return {
    ...dashboard,
    tiles: tiles.map(({ insight, ...tile }) =>
      Object.assign(tile, { insight: insight === null ? null : { ...insight, ...NOT_ASKED } }),
    ),
  };
}

function toEdit({ project, key }: Call<unknown>) {
  return { project, by: authorOf(key), scopes: key.scopes };
}
