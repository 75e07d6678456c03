import type { Page } from "../page.ts";
import { parse } from "../parse.ts";
import {
  createDashboard,
  DashboardListQuery,
  deleteDashboard,
  getDashboard,
  listDashboards,
  updateDashboard,
} from "../saved/index.ts";
import type {
  Dashboard,
  DashboardInput,
  DashboardListInput,
  DashboardSummary,
  DashboardUpdate,
} from "../saved/index.ts";
import type { InProject, Scope } from "./scope.ts";

/** Boards of saved insights. */
export interface DashboardsHandle {
  /** Pinned ones first, then newest first; deleted ones and tiles left out. */
  list(query?: DashboardListInput & InProject): Promise<Page<DashboardSummary>>;
  /** With its tiles in their order; a deleted one too. */
  get(id: number, options?: InProject): Promise<Dashboard>;
  /**
   * @example
   * await hoglet.dashboards.create({ name: "Growth", tiles: [{ insight: signUps.id, width: 12 }] });
   */
  create(input: DashboardInput & InProject): Promise<Dashboard>;
  /** What is absent stays; `tiles` replaces the whole list, in its order; `deleted: false` brings it back. */
  update(id: number, input: DashboardUpdate & InProject): Promise<Dashboard>;
  delete(id: number, options?: InProject): Promise<void>;
}

export function dashboardsHandle({ open, project: find }: Scope): DashboardsHandle {
  return {
    list: async ({ project, ...query } = {}) =>
      listDashboards(open(), find(project).id, parse(DashboardListQuery, query)),
    get: async (id, { project } = {}) => getDashboard(open(), find(project).id, id),
    create: async ({ project, ...input }) => createDashboard(open(), { project: find(project) }, input),
    update: async (id, { project, ...input }) => updateDashboard(open(), { project: find(project) }, id, input),
    delete: async (id, { project } = {}) => deleteDashboard(open(), { project: find(project) }, id),
  };
}
