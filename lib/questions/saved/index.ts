/**
 * Saved: questions stored by name (insights), and boards that show several of them (dashboards).
 *
 * A saved insight holds a question as its endpoint takes it (`filters`, with the kind in `insight`). Its answer is not stored:
 * each request computes the answer of now (`answerSavedInsight`). A dashboard is a list of tiles, each an insight and its
 * width; an insight may be on many dashboards.
 *
 * Invariants: deleting hides and can be undone; a deleted insight is on no dashboard until it is restored, with its tiles. The
 * activity log records that a question changed, but never its content, since filters hold values of properties. Insights and
 * dashboards are not part of an export, because they are views of data and no data. They are deleted with their project.
 */
export { answerSavedInsight } from "./answer.ts";
export type { SavedInsightAnswer } from "./answer.ts";
export type { Dashboard, DashboardSummary, Tile } from "./dashboard.ts";
export {
  createDashboard,
  DashboardInput,
  DashboardUpdate,
  deleteDashboard,
  updateDashboard,
} from "./edit-dashboard.ts";
export { createInsight, deleteInsight, InsightInput, InsightUpdate, updateInsight } from "./edit-insight.ts";
export type { SavedEdit } from "./edit.ts";
export { DashboardListQuery, getDashboard, listDashboards } from "./get-dashboard.ts";
export type { DashboardListInput } from "./get-dashboard.ts";
export { getInsight, InsightListQuery, listInsights } from "./get-insight.ts";
export type { InsightListInput } from "./get-insight.ts";
export type { SavedInsight } from "./insight.ts";
export type { StoredQuestion, QuestionKind } from "./question.ts";
