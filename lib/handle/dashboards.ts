import type { Page } from "../base/page.ts";
import {
  createDashboard,
  DashboardInput,
  DashboardListQuery,
  DashboardUpdate,
  deleteDashboard,
  getDashboard,
  listDashboards,
  updateDashboard,
} from "../query/saved/index.ts";
import type { Dashboard, DashboardListInput, DashboardSummary } from "../query/saved/index.ts";
import { known, parseKnown } from "./known.ts";
import type { InProject } from "../base/call-options.ts";
import type { Scope } from "./scope.ts";

/** Dashboards of saved insights. */
export interface DashboardsHandle {
  /** Pinned dashboards first, then newest first; without deleted dashboards and without tiles. */
  list(query?: DashboardListInput & InProject): Promise<Page<DashboardSummary>>;
  /** With its tiles in their order; also a deleted dashboard. */
  get(id: number, options?: InProject): Promise<Dashboard>;
  /**
   * @example
   * await hoglet.dashboards.create({ name: "Growth", tiles: [{ insight: signUps.id, width: 12 }] });
   */
  create(input: DashboardInput & InProject): Promise<Dashboard>;
  /** Absent fields stay; `tiles` replaces the whole list, in its order; `deleted: false` restores it. */
  update(id: number, input: DashboardUpdate & InProject): Promise<Dashboard>;
  delete(id: number, options?: InProject): Promise<void>;
}

/** Fields of a dashboard that was read, which may be sent back. */
const OF_DASHBOARD = ["id", "deleted", "created_at", "created_by", "last_modified_at"] satisfies (keyof Dashboard)[];

export function dashboardsHandle({ open, project: find }: Scope): DashboardsHandle {
  return {
    list: async ({ project, ...query } = {}) =>
      listDashboards(open(), find(project).id, parseKnown(DashboardListQuery, query)),
    get: async (id, { project } = {}) => getDashboard(open(), find(project).id, id),
    create: async ({ project, ...input }) =>
      createDashboard(open(), { project: find(project) }, known(DashboardInput, input, OF_DASHBOARD)),
    update: async (id, { project, ...input }) =>
      updateDashboard(open(), { project: find(project) }, id, known(DashboardUpdate, input, OF_DASHBOARD)),
    delete: async (id, { project } = {}) => deleteDashboard(open(), { project: find(project) }, id),
  };
}
