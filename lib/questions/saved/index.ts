/**
 * Saved: questions that were kept by name (insights), and the boards that show several of them (dashboards).
 *
 * A saved insight holds a question as its endpoint takes it (`filters`, with `insight` saying which it is); nothing of its
 * answer is stored: whoever asks again gets today's (`answerSavedInsight`). A dashboard is a list of tiles, each an insight
 * and how wide it is drawn; one insight may be on many dashboards.
 *
 * Invariants: deleting hides, and can be taken back; a deleted insight is on no dashboard as long as it is deleted, its tiles
 * wait. The activity log tells that a question changed and never what is in it, since filters hold values of properties.
 * Neither is part of an export: they are how somebody looks at the data, and no data. They go with their project.
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
