import { disableConfig, setConfigError } from "../configs/enabled.ts";
import type { EnabledConfig } from "../configs/enabled.ts";
import type { ConfigError } from "../configs/record.ts";
import { maskSecrets } from "../configs/mask-secrets.ts";
import { toIso } from "../../base/clock.ts";
import type { PackedAttachment } from "../guest/meta.ts";
import type { Thrown } from "../guest/thrown.ts";
import { UnloadableError } from "../sandbox/open-sandbox.ts";
import { createAfterCommit } from "./after-commit.ts";
import type { DefinedPlugin } from "./define-plugin.ts";
import type { OpenPluginHost } from "./plugin-host.ts";
import { toIgnored } from "./export-batch.ts";
import { exportHistory } from "./export-history.ts";
import { createExporter } from "./exporter.ts";
import { inProcess } from "./in-process.ts";
import { createSupervisor } from "./supervisor.ts";
import { LIMITS, toEventMs } from "../sandbox/limits.ts";
import { openEventQueue } from "./event-queue.ts";
import type { PluginLogs } from "./logs.ts";
import type { PluginMetrics } from "./metrics.ts";
import type { Parts } from "./parts.ts";
import type { RunningConfig } from "./running-config.ts";
import { sandboxed } from "./sandboxed.ts";
import { createServices } from "./services.ts";
import type { ServiceParts } from "./services.ts";

/** Shared by running configs. */
export interface Shared extends ServiceParts {
  metrics: PluginMetrics;
}

/** The plugin is loaded with the first event or call. */
export function openConfig(given: Shared, config: EnabledConfig, inline: DefinedPlugin | undefined): RunningConfig {
  const mask = maskSecrets(config.secrets);
  const shared = { ...given, logs: withMask(given.logs, mask) };
  const { parts, logs, metrics, wake } = shared;
  const { id, pluginId, projectId, pluginName } = config;
  const key = { id, pluginId, projectId, pluginName };
  const say: RunningConfig["say"] = (source, type, message) => logs.add(key, source, type, message);
  const count: RunningConfig["count"] = (category, name, by) => metrics.add(key, category, name, by);
  const values = { ...inline?.config, ...config.config };
  let noting: Promise<void> = Promise.resolve();
  const supervisor = createSupervisor({
    parts,
    config: key,
    settings: { config: values, attachments: toPacked(config) },
    open: toOpen(shared, config, inline),
    services: createServices(shared, key),
    logs,
    disable: (thrown) => void (noting = disable(shared, id, toMasked(thrown, mask))),
    note: (thrown) => void (noting = note(shared, id, thrown === null ? null : toMasked(thrown, mask))),
  });
  const controller = new AbortController();
  const eventQueue = openEventQueue(supervisor, toPatience(parts, inline));
  const afterCommit = createAfterCommit({ parts, config: key, supervisor, say, count, ended: controller.signal });
  const exporting = { parts, config: key, supervisor, ignored: toIgnored(values), say, count };
  const exporter = createExporter({ ...exporting, wake });
  return {
    key,
    label: `${pluginName} (${id})`,
    version: toVersion(config),
    savedAtMs: config.updatedAt,
    expected: toExpected(config, inline),
    supervisor,
    eventQueue,
    afterCommit,
    exporter,
    noted: () => noting,
    exportHistory: (job) => exportHistory(exporting, job),
    say,
    count,
    async retire() {
      await eventQueue.idle();
      await afterCommit.idle();
      await exporter.flush();
      exporter.close();
      await supervisor.close();
    },
    end() {
      const lost = afterCommit.drop();
      if (lost > 0) say("SYSTEM", "WARN", `${lost} events were not told to the plugin: the handle was closed.`);
      controller.abort();
      supervisor.end();
    },
  };
}

/** A plugin may log secrets: a whole config, or the address of a failed request. */
function withMask(logs: PluginLogs, mask: (text: string) => string): PluginLogs {
  return { ...logs, add: (key, source, type, message) => logs.add(key, source, type, mask(message)) };
}

function toMasked({ name, message, stack }: Thrown, mask: (text: string) => string): Thrown {
  return {
    name: name === null ? null : mask(name),
    message: mask(message),
    ...(stack !== undefined && { stack: mask(stack) }),
  };
}

/** Changes when another plugin host is needed. */
export function toVersion({ updatedAt, pluginUpdatedAt, sourceId }: EnabledConfig): string {
  return `${updatedAt} ${pluginUpdatedAt} ${sourceId}`;
}

/** A plugin of the embedding program has the time of a call for an event too. */
function toPatience({ options: { pluginLimits = {} } }: Parts, inline: DefinedPlugin | undefined) {
  if (inline === undefined) return { eventMs: toEventMs(pluginLimits), setupMs: LIMITS.eventMs };
  return { eventMs: pluginLimits.wallMs ?? LIMITS.wallMs, setupMs: LIMITS.wallMs };
}

function toOpen({ parts }: Shared, { code, error }: EnabledConfig, inline: DefinedPlugin | undefined): OpenPluginHost {
  if (inline !== undefined) return inProcess(inline, parts.options.pluginLimits?.wallMs ?? LIMITS.wallMs);
  if (code !== null) return sandboxed(code, parts.options.pluginLimits ?? {});
  return async () => {
    throw new UnloadableError({ name: null, message: error ?? "It has no code." });
  };
}

function toExpected({ capabilities }: EnabledConfig, inline: DefinedPlugin | undefined): RunningConfig["expected"] {
  if (inline !== undefined) {
    const scheduled = ["runEveryMinute", "runEveryHour", "runEveryDay"].filter((name) => name in inline);
    return { scheduled_tasks: scheduled, jobs: Object.keys(inline.jobs ?? {}) };
  }
  return "methods" in capabilities ? (capabilities as RunningConfig["expected"]) : null;
}

function toPacked({ attachments }: EnabledConfig): Record<string, PackedAttachment> {
  const packed = Object.entries(attachments).map(([key, { fileName, contentType, contents }]) => {
    return [key, { file_name: fileName, content_type: contentType, contents: contents.toString("base64") }] as const;
  });
  return Object.fromEntries(packed);
}

/** Never rejects. */
async function disable({ parts }: Shared, id: number, thrown: Thrown): Promise<void> {
  try {
    await disableConfig(parts, id, toConfigError(parts, thrown));
  } catch (error) {
    parts.log.error("plugin config could not be disabled", { config: id, cause: String(error) });
  }
}

/** Never rejects. */
async function note({ parts }: Shared, id: number, thrown: Thrown | null): Promise<void> {
  try {
    await setConfigError(parts, id, thrown === null ? null : toConfigError(parts, thrown));
  } catch (error) {
    parts.log.error("error of a plugin config could not be noted", { config: id, cause: String(error) });
  }
}

function toConfigError({ clock }: Parts, { name, message, stack }: Thrown): ConfigError {
  return {
    message,
    time: toIso(clock.now()),
    ...(name !== null && { name }),
    ...(stack !== undefined && { stack }),
  };
}
