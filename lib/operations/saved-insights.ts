import type { Page } from "../base/page.ts";
import {
  answerSavedInsight,
  createInsight,
  deleteInsight,
  getInsight,
  InsightInput,
  InsightListQuery,
  InsightUpdate,
  listInsights,
  updateInsight,
} from "../query/saved/index.ts";
import type { InsightListInput, SavedInsight, SavedInsightAnswer } from "../query/saved/index.ts";
import { known, parseKnown } from "./known.ts";
import type { InProject } from "../base/call-options.ts";
import type { Scope } from "./scope.ts";

/** Saved questions. `id` is the integer id or the short id. */
export interface SavedInsightsHandle {
  /** Newest first, without deleted insights. */
  list(query?: InsightListInput & InProject): Promise<Page<SavedInsight>>;
  /** Also a deleted insight. */
  get(id: number | string, options?: InProject): Promise<SavedInsight>;
  /**
   * Saves a question.
   * @example
   * await hoglet.savedInsights.create({ name: "Sign-ups", query: { kind: "TrendsQuery", series: [{ event: "signed up" }] } });
   */
  create(input: InsightInput & InProject): Promise<SavedInsight>;
  /** Absent fields stay; `dashboards` replaces the list of its dashboards; `deleted: false` restores it. */
  update(id: number | string, input: InsightUpdate & InProject): Promise<SavedInsight>;
  delete(id: number | string, options?: InProject): Promise<void>;
  /** Answers the question without a cache, like `insights.trend` or the method for its kind. */
  answer(id: number | string, options?: InProject): Promise<SavedInsightAnswer>;
}

/** Fields of a saved insight that was read, which may be sent back. */
const OF_INSIGHT = [
  "id",
  "short_id",
  "question",
  "saved",
  "deleted",
  "created_at",
  "created_by",
  "last_modified_at",
  "updated_at",
  "dashboard_tiles",
  "order",
  "last_modified_by",
  "is_sample",
  "effective_restriction_level",
  "effective_privilege_level",
  "user_access_level",
  "alerts",
  "last_viewed_at",
] satisfies (keyof SavedInsight)[];

export function savedInsightsHandle({ open, project: find }: Scope): SavedInsightsHandle {
  return {
    list: async ({ project, ...query } = {}) =>
      listInsights(open(), find(project).id, parseKnown(InsightListQuery, query)),
    get: async (id, { project } = {}) => getInsight(open(), find(project).id, id),
    create: async ({ project, ...input }) =>
      createInsight(open(), { project: find(project) }, known(InsightInput, input, OF_INSIGHT)),
    update: async (id, { project, ...input }) =>
      updateInsight(open(), { project: find(project) }, id, known(InsightUpdate, input, OF_INSIGHT)),
    delete: async (id, { project } = {}) => deleteInsight(open(), { project: find(project) }, id),
    answer: async (id, { project: projectId } = {}) => {
      const project = find(projectId);
      const answer = await answerSavedInsight(open(), project, getInsight(open(), project.id, id));
      if (answer === null) throw new Error("A question that is computed in any case has an answer.");
      return answer;
    },
  };
}
