import { configsVersion, listEnabledConfigs, listProjectsWithPlugins } from "../configs/enabled.ts";
import { watchTables } from "../../storage/index.ts";
import { openInline } from "./inline.ts";
import { openConfig, toVersion } from "./open-config.ts";
import type { Shared } from "./open-config.ts";
import { createPipeline } from "./pipeline.ts";
import type { Pipeline } from "./pipeline.ts";
import type { RunningConfig } from "./running-config.ts";
import type { Tracker } from "./tracker.ts";

/** The current plugins of one project. */
interface Loaded {
  version: string;
  configs: readonly RunningConfig[];
  /** Null = none is enabled. */
  pipeline: Pipeline | null;
}

/** The running configs, by project; the next call sees changes by this process and others. */
export interface ProjectPlugins {
  load(projectId: number): Loaded;
  /**
   * Creates the configs of the embedding program's plugins in a project; null = they exist. @throws HogletError 503
   * when the database is busy
   */
  prepare(projectId: number): Promise<void> | null;
  find(projectId: number, configId: number): RunningConfig | undefined;
  all(): RunningConfig[];
  /** The configs of all projects, without checking for changes. */
  known(): RunningConfig[];
  /** Ends all configs at once, also those that are being retired. */
  end(): void;
  /** Logs errors. */
  retire(config: RunningConfig): Promise<void>;
}

const NOTHING: Loaded = { version: "", configs: [], pipeline: null };

export function openProjectPlugins(shared: Shared, { track }: Tracker): ProjectPlugins {
  const { parts } = shared;
  const { db, log } = parts;
  const inline = openInline(parts);
  const projects = new Map<number, Loaded>();
  const retiring = new Set<RunningConfig>();
  // Each request asks: reading costs 36 µs of its 200, looking for commits of others 5.
  const versions = new Map<number, string>();
  watchTables(db, "plugins", ["plugins", "plugin_configs"], () => versions.clear());

  const versionOf = (projectId: number): string => {
    db.refresh();
    const version = versions.get(projectId) ?? configsVersion(db, projectId);
    versions.set(projectId, version);
    return version;
  };

  const load = (projectId: number): Loaded => {
    inline.prepare(projectId)?.catch((error: unknown) => {
      log.warn("a project could not be given its plugins; it is tried again", {
        project: projectId,
        cause: String(error),
      });
    });
    const version = versionOf(projectId);
    const known = projects.get(projectId) ?? NOTHING;
    if (known.version === version) return known;
    const configs = toConfigs(projectId, known.configs);
    const loaded = { version, configs, pipeline: configs.length === 0 ? null : createPipeline(configs) };
    projects.set(projectId, loaded);
    for (const old of known.configs) if (!configs.includes(old)) void track(retire(old));
    // Other configs are set up by their first event.
    const added = configs.filter((config) => !known.configs.includes(config));
    for (const config of added.filter(isExpectedToAct)) void track(config.supervisor.ready());
    return loaded;
  };

  /** Unchanged configs keep running. */
  const toConfigs = (projectId: number, known: readonly RunningConfig[]): RunningConfig[] => {
    try {
      return listEnabledConfigs(parts, projectId).flatMap((config) => {
        const same = known.find(({ key, version }) => key.id === config.id && version === toVersion(config));
        if (same !== undefined) return [same];
        const definition = inline.find(config.pluginId);
        // The embedding program no longer defines it.
        return definition === null ? [] : [openConfig(shared, config, definition)];
      });
    } catch (error) {
      // For example unreadable secrets: capture continues until the configs change.
      log.error("plugins of a project cannot run", { project: projectId, cause: String(error) });
      return [];
    }
  };

  const retire = async (config: RunningConfig) => {
    retiring.add(config);
    try {
      await config.retire();
    } catch (error) {
      log.error("plugin config could not be ended", { config: config.key.id, cause: String(error) });
    }
    retiring.delete(config);
  };

  const known = () => [...projects.values()].flatMap(({ configs }) => configs);
  return {
    load,
    prepare: inline.prepare,
    find: (projectId, configId) => load(projectId).configs.find(({ key }) => key.id === configId),
    all() {
      for (const projectId of new Set([...listProjectsWithPlugins(db), ...projects.keys()])) load(projectId);
      return known();
    },
    known,
    end() {
      for (const config of new Set([...known(), ...retiring])) config.end();
    },
    retire,
  };
}

/** Has it work without events? */
export function isExpectedToAct({ expected }: RunningConfig): boolean {
  return expected === null || expected.scheduled_tasks.length + expected.jobs.length > 0;
}
