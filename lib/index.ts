/**
 * hoglet: product analytics as a library. `createHoglet` opens a database (a file, or memory) and gives the handle; all
 * else here are the types of what goes in and out.
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
  QueryHandle,
  CheckHandle,
  RebuildHandle,
  RebuildOptions,
  Rebuilt,
  SavedInsightsHandle,
  TransferHandle,
  WarningsHandle,
} from "./handle/index.ts";
export { checkFile } from "./doctor/index.ts";
export type { Checked, CheckOptions, CheckProgress, Checkup, Finding } from "./doctor/index.ts";
export type { DamagedPlace } from "./columns/index.ts";
export type { Flag, FlagInput, FlagOptions, Flags, FlagValue } from "./flags/index.ts";
export { HogletError } from "./errors.ts";
export type { ErrorType } from "./errors.ts";
export { toWebStream } from "./web-stream.ts";
export { readCapture } from "./capture/index.ts";
export type { ReadCapture } from "./capture/index.ts";
export { toFetch } from "./fetch.ts";
export type { Fetch } from "./fetch.ts";
export type { HogletOptions, PluginFetch } from "./options.ts";
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
} from "./plugins/index.ts";
export type { ClockOption } from "./clock.ts";
export type { Logger } from "./log.ts";
export { guardHosts, isFromAnotherSite, isPlainTarget, withCorsByPath, withKnownHosts } from "./api/index.ts";
export { isLoopbackHost, toHostName } from "./host.ts";
export type { HostGuard, HttpReply, HttpRequest } from "./api/index.ts";
export type { CapturedEvent } from "./capture/index.ts";
export type { ActivityList, ActivityRecord } from "./activity/index.ts";
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
} from "./cohorts/index.ts";
export type {
  EventDefinition,
  EventDefinitionInput,
  EventValue,
  EventValuesInput,
  PropertyDefinition,
  PropertyDefinitionInput,
  PropertyType,
} from "./definitions/index.ts";
export type {
  DeletionInput,
  DeletionListInput,
  DeletionProgress,
  DeletionReceipt,
  DeletionRecord,
  RunOptions as DeletionRunOptions,
} from "./deletion/index.ts";
export type { PersonRecord, PersonListInput } from "./persons/index.ts";
export type {
  AfterInput,
  EventListInput,
  EventRecord,
  LoggedEvent,
  LogMeasure,
  LogPage,
  MeasureInput,
} from "./events/index.ts";
export type { JsonValue, Note } from "./notes/index.ts";
export type { GroupRecord, GroupTypeRecord } from "./groups/index.ts";
export type { PluginConfigRecord, PluginLogRecord, PluginRecord } from "./plugins/index.ts";
export type { WarningListInput, WarningRecord } from "./warnings/index.ts";
export type { Action, ActionInput, ActionUpdate } from "./actions/index.ts";
export type {
  ActionEntityInput,
  BreakdownInput,
  CorrelationQuestion,
  EntityInput,
  EventEntityInput,
  FunnelExclusionInput,
  FunnelQuestion,
  FunnelView,
  LifecycleQuestion,
  PathCleaning,
  PathsQuestion,
  RetentionQuestion,
  StickinessQuestion,
  TrendQuestion,
} from "./insights/index.ts";
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
} from "./filters/index.ts";
export type {
  CorrelationPeopleQuestion,
  FunnelPeopleQuestion,
  LifecyclePeopleQuestion,
  PathPeopleQuestion,
  RetentionPeopleQuestion,
  StickinessPeopleQuestion,
  TrendPeopleQuestion,
} from "./people-behind/index.ts";
export type { LifecycleResult, RetentionResult, StickinessResult, TrendResult } from "./insights/index.ts";
export type {
  CorrelationEvent,
  CorrelationResult,
  FunnelExplanation,
  FunnelResult,
  FunnelStepResult,
  FunnelStepsResult,
  FunnelTrendResult,
  PathEdge,
  PathsResult,
  RetentionRowResult,
  TimeToConvertResult,
} from "./insights/index.ts";
export type { Actor, PlainPerson, RetentionPeopleRow } from "./people-behind/index.ts";
export type { LeftRow } from "./transfer/index.ts";
export type { Page } from "./page.ts";
export type {
  Dashboard,
  DashboardInput,
  DashboardListInput,
  DashboardSummary,
  DashboardUpdate,
  InsightInput as SavedInsightInput,
  InsightListInput as SavedInsightListInput,
  InsightUpdate as SavedInsightUpdate,
  Question,
  QuestionKind,
  SavedInsight,
  SavedInsightAnswer,
  Tile,
} from "./saved/index.ts";
export { toQueryCsv, toQueryNdjson } from "./query/index.ts";
export type { Cell, QueryOptions, QueryResult } from "./query/index.ts";
export type { Project, ProjectInput, ProjectUpdate } from "./projects/index.ts";
export type { KeyInput, KeyUpdate, NewPersonalApiKey, PersonalApiKey } from "./auth/index.ts";
