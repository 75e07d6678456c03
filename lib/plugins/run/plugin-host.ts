import type { Capabilities } from "../guest/main.ts";
import type { PackedAttachment } from "../guest/meta.ts";
import type { Thrown } from "../guest/thrown.ts";
import type { Services } from "../sandbox/request-queue.ts";
import type { Origin, PluginEvent } from "./plugin-event.ts";

/** The result of a call; nothing = a falsy value was returned. */
export type Result = { kind: "value"; value: unknown } | { kind: "nothing" } | { kind: "error"; thrown: Thrown };

/** Runs the plugin of one config: a sandbox, or the embedding program's own code. */
export interface PluginHost {
  readonly capabilities: Capabilities;
  /** The reason why it cannot be used any more; null = it works. */
  readonly brokenBy: string | null;
  /** The time, in ms, that the limit allowed to the call that broke it. */
  readonly heldMs: number;
  /** Did the event that broke the host wait too long for something, instead of computing too long? */
  readonly isHung: boolean;
  /** Real time, in ms, of the last batch that has a result; zero for code of the embedding program, which is trusted. */
  readonly tookMs: number;
  /**
   * Runs `processEvent` on the events one after the other, and batches one after the other; null = the host broke
   * before it reached that event.
   */
  batch(events: readonly PluginEvent[], origin: Origin): Promise<(Result | null)[]>;
  /** Runs a hook or the job `job <name>`; null = the host broke during another call. */
  call(hook: string, values: readonly unknown[], origin: Origin): Promise<Result | null>;
  close(): Promise<void>;
}

/** Values of a config for its plugin. */
export interface PluginSettings {
  config: Record<string, unknown>;
  attachments: Record<string, PackedAttachment>;
}

/** Starts a plugin host. @throws UnloadableError when the code cannot be run at all */
export type OpenPluginHost = (settings: PluginSettings, services: Services) => Promise<PluginHost>;
