/**
 * hoglet: product analytics as a library. `createHoglet` opens a database (a file, or memory) and returns the handle;
 * all other exports are types of inputs and results. The types for an engine of one's own are in `engine.ts`.
 */
export { createHoglet } from "./hoglet.ts";
export type { Hoglet } from "./hoglet.ts";
export type {
  ActionsHandle,
  ActivityHandle,
  CohortsHandle,
  DashboardsHandle,
  DefinitionsHandle,
  DeletionsHandle,
  EngineHandle,
  EventsHandle,
  FlagsHandle,
  GroupsHandle,
  ImportOptions,
  InProject,
  InsightsHandle,
  KeysHandle,
  NotesHandle,
  PersonsHandle,
  PluginAttachment,
  PluginConfigCreateInput,
  PluginConfigsHandle,
  PluginConfigUpdateInput,
  PluginSource,
  PluginsHandle,
  ProjectsHandle,
  AskQueryOptions,
  QueryHandle,
  CheckHandle,
  CopiesHandle,
  ReplicationHandle,
  RebuildHandle,
  RebuildOptions,
  Rebuilt,
  AnnotationsHandle,
  FeatureFlagsHandle,
  SavedInsightsHandle,
  TransferHandle,
  WarningsHandle,
  WatchOptions,
} from "./operations/index.ts";
export type { WatchHandle } from "./query/watch/index.ts";
export { backUp } from "./storage/index.ts";
export { openFileCopies, restoreCopy } from "./copies/index.ts";
export { followedBy } from "./replication/index.ts";
export type { FollowOptions, TakenOver, TakeOverOptions } from "./replication/index.ts";
export type { Copies, CopyMoment, CopyOptions, CopyStatus, Restored, RestoreOptions } from "./copies/index.ts";
export { checkFile } from "./doctor/index.ts";
export type { Checked, CheckOptions, CheckProgress, Checkup, Finding } from "./doctor/index.ts";
export type { DamagedPlace } from "./log/index.ts";
export type {
  AnnotationCreateInput,
  AnnotationListInput,
  AnnotationRecord,
  AnnotationUpdateInput,
} from "./admin/annotations/index.ts";
export type { DefinitionUpdateInput, WholeEventDefinition } from "./questions/definitions/index.ts";
export type { BlastRadius, FlagCreateInput, FlagListInput, FlagRecord, FlagUpdateInput } from "./flags/stored/index.ts";
export type { Flag, FlagInput, FlagOptions, Flags, FlagValue } from "./flags/program/index.ts";
export { HogletError } from "./base/errors.ts";
export type { ErrorType } from "./base/errors.ts";
export { readCapture } from "./ingest/capture/index.ts";
export type { ReadCapture } from "./ingest/capture/index.ts";
export type { HogletOptions } from "./handle/options.ts";
export type {
  AskOptions,
  CopyProgress,
  Engine,
  EngineSource,
  EngineStatus,
  ErasedCopy,
  OpenEngine,
} from "./port/engine.ts";
export type { Feed, FeedBatch, FeedEntry, FeedOptions, Mark } from "./port/feed.ts";
export type { AnswerOf, Plan } from "./port/plan.ts";
export { definePlugin, guardedFetch } from "./plugins/index.ts";
export type {
  DefinedPlugin,
  GuardedFetchOptions,
  JobControls,
  PluginAnswer,
  PluginDefinition,
  PluginEvent,
  PluginJobRecord,
  PluginMeta,
  Webhook,
  PluginFetch,
} from "./plugins/index.ts";
export type { ClockOption } from "./base/clock.ts";
export type { Logger } from "./base/log.ts";
export {
  guardHosts,
  isFromAnotherSite,
  isLoopbackHost,
  isPlainTarget,
  isUpload,
  jsonReply,
  textReply,
  toCsv,
  toFetch,
  toHostName,
  toWebStream,
  withCorsByPath,
  withKnownHosts,
} from "./http/index.ts";
export { toVisible, toVisibleLines } from "./base/visible.ts";
export type { Fetch, HostGuard, HttpReply, HttpRequest } from "./http/index.ts";
export type { CapturedEvent } from "./ingest/capture/index.ts";
export type { ActivityList, ActivityRecord } from "./admin/activity/index.ts";
export type {
  BehaviourFilterInput,
  CohortCreateInput,
  CohortGroupInput,
  CohortPeopleInput,
  CohortPropertiesInput,
  CohortRecord,
  CohortTestGroupInput,
  CohortTestInput,
  CohortUpdateInput,
} from "./people/cohorts/index.ts";
export type {
  EventDefinition,
  EventDefinitionInput,
  EventValue,
  EventValuesInput,
  PropertyDefinition,
  PropertyDefinitionInput,
  PropertyType,
} from "./questions/definitions/index.ts";
export type {
  DeletionInput,
  DeletionListInput,
  DeletionProgress,
  CopyReceipt,
  DeletionReceipt,
  DeletionRecord,
  RunOptions as DeletionRunOptions,
} from "./people/deletion/index.ts";
export type { PersonRecord, PersonListInput } from "./people/persons/index.ts";
export type {
  AfterInput,
  EventListInput,
  EventRecord,
  LoggedEvent,
  LogMeasure,
  LogPage,
  MeasureInput,
} from "./log/list/index.ts";
export type { JsonValue, Note } from "./admin/notes/index.ts";
export type { GroupRecord, GroupTypeRecord } from "./people/groups/index.ts";
export type { PluginConfigRecord, PluginLogRecord, PluginRecord } from "./plugins/index.ts";
export type { WarningListInput, WarningRecord } from "./admin/warnings/index.ts";
export type { Action, ActionInput, ActionUpdate } from "./admin/actions/index.ts";
export type { ActionEntityInput, EntityInput, EventEntityInput } from "./questions/shared/entity.ts";
export type { BreakdownInput } from "./questions/shared/breakdown.ts";
export type { TrendPeopleQuestion, TrendQuestion, TrendResult } from "./questions/trend/index.ts";
export type {
  FunnelExclusionInput,
  FunnelExplanation,
  FunnelPeopleQuestion,
  FunnelQuestion,
  FunnelResult,
  FunnelStepResult,
  FunnelStepsResult,
  FunnelTrendResult,
  FunnelView,
  TimeToConvertResult,
} from "./questions/funnel/index.ts";
export type {
  CorrelationEvent,
  CorrelationPeopleQuestion,
  CorrelationQuestion,
  CorrelationResult,
} from "./questions/correlation/index.ts";
export type {
  RetentionPeopleQuestion,
  RetentionPeopleRow,
  RetentionQuestion,
  RetentionResult,
  RetentionRowResult,
} from "./questions/retention/index.ts";
export type {
  PathCleaning,
  PathEdge,
  PathPeopleQuestion,
  PathsQuestion,
  PathsResult,
} from "./questions/paths/index.ts";
export type {
  LifecyclePeopleQuestion,
  LifecycleQuestion,
  LifecycleResult,
  PlainPerson,
} from "./questions/lifecycle/index.ts";
export type { StickinessPeopleQuestion, StickinessQuestion, StickinessResult } from "./questions/stickiness/index.ts";
export type {
  AnyFilterInput,
  CohortFilterInput,
  ElementFilterInput,
  FilterGroupInput,
  FilterMapInput,
  GroupFilterInput,
  PropertyFilterInput,
  PropertyFilters,
  SessionFilterInput,
} from "./events/filters/index.ts";
export type { Actor } from "./questions/people/index.ts";
export type { LeftRow } from "./transfer/index.ts";
export type {
  BadSourceRecord,
  FileSource,
  ForeignSource,
  Preview,
  Recognised,
  SourceCounts,
  SourceOptions,
  Step,
  Summary,
} from "./sources/index.ts";
export type { ShownUpload, UploadState } from "./uploads/index.ts";
export type { Page } from "./base/page.ts";
export type {
  Dashboard,
  DashboardInput,
  DashboardListInput,
  AnsweredInsight,
  DashboardSharing,
  DashboardSummary,
  SharedDashboard,
  DashboardUpdate,
  InsightInput as SavedInsightInput,
  InsightListInput as SavedInsightListInput,
  InsightUpdate as SavedInsightUpdate,
  StoredQuestion,
  QuestionKind,
  SavedInsight,
  SavedInsightAnswer,
  Tile,
} from "./query/saved/index.ts";
export type { AnswerTo, QueryName, QueryNode, WrapperNode } from "./query/index.ts";
export type { FiltersOverride, QueryEnvelope } from "./questions/index.ts";
export { toQueryCsv, toQueryNdjson } from "./sql/index.ts";
export { elementsChainText } from "./events/elements/index.ts";
export type { Cell, QueryOptions, QueryResult } from "./sql/index.ts";
export type { Project, ProjectInput, ProjectUpdate } from "./admin/projects/index.ts";
export type { KeyInput, KeyUpdate, NewPersonalApiKey, PersonalApiKey } from "./admin/auth/index.ts";
