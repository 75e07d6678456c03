import type { Capabilities } from "../guest/main.ts";
import type { PackedAttachment } from "../guest/meta.ts";
import type { Thrown } from "../guest/thrown.ts";
import type { Services } from "../sandbox/request-queue.ts";
import type { Origin, PluginEvent } from "./plugin-event.ts";

/** nothing = a falsy value. */
export type Result = { kind: "value"; value: unknown } | { kind: "nothing" } | { kind: "error"; thrown: Thrown };

/** Runs a config's plugin: a sandbox, or the embedding program's code. */
export interface PluginHost {
  readonly capabilities: Capabilities;
  /** The reason why it cannot be used any more; null = it works. */
  readonly brokenBy: string | null;
  /** Ms that the limit allowed to the call that broke it. */
  readonly heldMs: number;
  /** Did the breaking event wait too long, instead of computing? */
  readonly isHung: boolean;
  /** Real ms of the last batch with a result; zero for the embedding program, which is trusted. */
  readonly tookMs: number;
  /** Runs `processEvent` on events, and batches, one by one; null = the host broke before that event. */
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
