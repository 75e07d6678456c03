import { HogletError } from "../base/errors.ts";
import type { Page } from "../base/page.ts";
import {
  createDashboard,
  DashboardInput,
  DashboardListQuery,
  DashboardUpdate,
  answerShared,
  deleteDashboard,
  findShared,
  getDashboard,
  getSharing,
  listDashboards,
  renewSharing,
  SharingUpdate,
  updateDashboard,
  updateSharing,
} from "../query/saved/index.ts";
import type {
  Dashboard,
  DashboardListInput,
  DashboardSharing,
  DashboardSummary,
  SharedDashboard,
} from "../query/saved/index.ts";
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
  /** Is there a link that shows it? */
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

/** Fields of a dashboard that was read, which may be sent back. */
const OF_DASHBOARD = [
  "id",
  "is_shared",
  "deleted",
  "created_at",
  "created_by",
  "last_modified_at",
] satisfies (keyof Dashboard)[];

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
    sharing: async (id, { project } = {}) => getSharing(open(), find(project).id, id),
    share: async (id, { project, ...input }) =>
      updateSharing(open(), { project: find(project) }, id, known(SharingUpdate, input, [])),
    renewShare: async (id, { project } = {}) => renewSharing(open(), { project: find(project) }, id),
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
