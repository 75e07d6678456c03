import { actions } from "./actions.ts";
import type { ActionsHandle } from "./actions.ts";
import { activityHandle } from "./activity.ts";
import type { ActivityHandle } from "./activity.ts";
import { annotations } from "./annotations.ts";
import type { AnnotationsHandle } from "./annotations.ts";
import { cohortsHandle } from "./cohorts.ts";
import type { CohortsHandle } from "./cohorts.ts";
import { dashboardsHandle } from "./dashboards.ts";
import type { DashboardsHandle } from "./dashboards.ts";
import { copiesHandle } from "./copies.ts";
import type { CopiesHandle } from "./copies.ts";
import { definitions } from "./definitions.ts";
import type { DefinitionsHandle } from "./definitions.ts";
import { deletionsHandle } from "./deletions.ts";
import type { DeletionsHandle } from "./deletions.ts";
import { engine } from "./engine.ts";
import type { EngineHandle } from "./engine.ts";
import { eventsHandle } from "./events.ts";
import type { EventsHandle } from "./events.ts";
import { featureFlagsHandle } from "./feature-flags.ts";
import type { FeatureFlagsHandle } from "./feature-flags.ts";
import { flagsHandle } from "./flags.ts";
import type { FlagsHandle } from "./flags.ts";
import { groups as groupOperations } from "./groups.ts";
import type { GroupsHandle } from "./groups.ts";
import { insightsHandle } from "./insights.ts";
import type { InsightsHandle } from "./insights.ts";
import { keys } from "./keys.ts";
import type { KeysHandle } from "./keys.ts";
import { notesHandle } from "./notes.ts";
import type { NotesHandle } from "./notes.ts";
import { personsHandle } from "./persons.ts";
import type { PersonsHandle } from "./persons.ts";
import { pluginConfigsHandle } from "./plugin-configs.ts";
import type { PluginConfigsHandle } from "./plugin-configs.ts";
import { plugins } from "./plugins.ts";
import type { PluginsHandle } from "./plugins.ts";
import { projects } from "./projects.ts";
import type { ProjectsHandle } from "./projects.ts";
import { queryHandle } from "./query.ts";
import type { QueryHandle } from "./query.ts";
import { checkHandle } from "./check.ts";
import type { CheckHandle } from "./check.ts";
import { rebuildHandle } from "./rebuild.ts";
import type { RebuildHandle } from "./rebuild.ts";
import { replication } from "./replication.ts";
import type { ReplicationHandle } from "./replication.ts";
import { savedInsightsHandle } from "./saved-insights.ts";
import type { SavedInsightsHandle } from "./saved-insights.ts";
import { transferHandle } from "./transfer.ts";
import type { TransferHandle } from "./transfer.ts";
import { warnings } from "./warnings.ts";
import type { WarningsHandle } from "./warnings.ts";
import { methodsOf } from "./methods.ts";
import type { Scope } from "./scope.ts";
import { withKnownErrors } from "./known-errors.ts";
import { withSignals } from "./with-signals.ts";

/** The methods of a handle on the areas behind it; a group is named like its area. */
export interface MethodGroups extends TransferHandle, QueryHandle, RebuildHandle, CheckHandle {
  readonly actions: ActionsHandle;
  readonly activity: ActivityHandle;
  readonly cohorts: CohortsHandle;
  readonly copies: CopiesHandle;
  readonly dashboards: DashboardsHandle;
  readonly definitions: DefinitionsHandle;
  readonly deletions: DeletionsHandle;
  readonly engine: EngineHandle;
  readonly events: EventsHandle;
  readonly flags: FlagsHandle;
  readonly groups: GroupsHandle;
  readonly insights: InsightsHandle;
  readonly keys: KeysHandle;
  readonly notes: NotesHandle;
  readonly persons: PersonsHandle;
  readonly pluginConfigs: PluginConfigsHandle;
  readonly plugins: PluginsHandle;
  readonly projects: ProjectsHandle;
  readonly annotations: AnnotationsHandle;
  readonly featureFlags: FeatureFlagsHandle;
  readonly replication: ReplicationHandle;
  readonly savedInsights: SavedInsightsHandle;
  readonly warnings: WarningsHandle;
}

/** The members of `MethodGroups` that are groups. */
type GroupName = Exclude<keyof MethodGroups, keyof (TransferHandle & QueryHandle & RebuildHandle & CheckHandle)>;

/**
 * Adds the groups to a handle. Each is made when it is first asked for: most processes use a few, and do not load the rest.
 * @param runDeletions runs the deletions that are due
 */
export function withMethodGroups<Handle extends object>(
  handle: Handle,
  scope: Scope,
  runDeletions: () => Promise<unknown>,
): Handle & MethodGroups {
  const groups: { [Name in GroupName]: () => MethodGroups[Name] } = {
    actions: () => methodsOf<ActionsHandle>(scope, actions),
    activity: () => activityHandle(scope),
    cohorts: () => cohortsHandle(scope),
    copies: () => copiesHandle(scope),
    dashboards: () => dashboardsHandle(scope),
    definitions: () => methodsOf<DefinitionsHandle>(scope, definitions),
    deletions: () => deletionsHandle(scope, runDeletions),
    engine: () => methodsOf<EngineHandle>(scope, engine),
    events: () => eventsHandle(scope),
    flags: () => flagsHandle(scope),
    groups: () => methodsOf<GroupsHandle>(scope, groupOperations),
    insights: () => withSignals(scope, insightsHandle),
    keys: () => methodsOf<KeysHandle>(scope, keys),
    notes: () => notesHandle(scope),
    persons: () => personsHandle(scope),
    pluginConfigs: () => pluginConfigsHandle(scope),
    plugins: () => methodsOf<PluginsHandle>(scope, plugins),
    projects: () => methodsOf<ProjectsHandle>(scope, projects),
    annotations: () => methodsOf<AnnotationsHandle>(scope, annotations),
    featureFlags: () => featureFlagsHandle(scope),
    replication: () => methodsOf<ReplicationHandle>(scope, replication),
    savedInsights: () => savedInsightsHandle(scope),
    warnings: () => methodsOf<WarningsHandle>(scope, warnings),
  };
  for (const [name, make] of Object.entries(groups)) defineLater(handle, name, () => withKnownErrors(make()));
  const own = { ...queryHandle(scope), ...checkHandle(scope), ...rebuildHandle(scope), ...transferHandle(scope) };
  return Object.assign(handle as Handle & Pick<MethodGroups, GroupName>, withKnownErrors(own));
}

/** Gives an object a member that is made when it is first read. Like a plain member it can be replaced, as tests of apps do. */
function defineLater(object: object, name: string, make: () => object): void {
  const become = (value: object) =>
    void Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
  Object.defineProperty(object, name, {
    enumerable: true,
    configurable: true,
    get: () => {
      const made = make();
      become(made);
      return made;
    },
    set: become,
  });
}
