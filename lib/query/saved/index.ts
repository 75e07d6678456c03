/**
 * Saved: questions stored by name (insights), and boards that show several of them (dashboards).
 *
 * A saved insight holds a question as it was given: a query node (`query`), or the fields of an endpoint (`filters`,
 * with the kind in `insight`), whose node `query` then shows. Answers are not stored: `answerSavedInsight` asks. A
 * dashboard is a list of tiles: each is an insight or a text, with a place in a grid and filters that replace the
 * dashboard's. A dashboard may have a link, whose secret token shows its answers and nothing else.
 *
 * Invariants: deleting hides and can be undone; a deleted insight is on no dashboard until it is restored, with its
 * tiles. The activity log records that a question changed, but never its content, since filters hold values of
 * properties. Exports have neither insights nor dashboards, which are views of data. Both are deleted with their
 * project.
 */
export {
  answerByRefresh,
  answerDashboard,
  answerInsights,
  NOT_ASKED,
  WireDashboard,
  WireInsight,
} from "./answer-by-refresh.ts";
export { askFields } from "./ask-fields.ts";
export type { AnsweredInsight, AnsweredTile, RefreshHow } from "./answer-by-refresh.ts";
export {
  answerShared,
  DashboardSharing,
  findShared,
  getSharing,
  renewSharing,
  SharingUpdate,
  updateSharing,
} from "./share-dashboard.ts";
export type { SharedDashboard } from "./share-dashboard.ts";
export { answerSavedInsight, overrideSaved } from "./answer.ts";
export type { SavedHow, SavedInsightAnswer, SavedQueryAnswer } from "./answer.ts";
export { convertQuestion } from "./convert-question.ts";
export { DashboardSummary } from "./dashboard.ts";
export type { Dashboard, DashboardFilters, Tile, TileLayout, TileLayouts, TileText } from "./dashboard.ts";
export { filtersOfTile } from "./dashboard-filters.ts";
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
export { SavedInsight } from "./insight.ts";
export type { StoredQuestion, QuestionKind } from "./question.ts";
export { requireChart } from "./query-field.ts";
