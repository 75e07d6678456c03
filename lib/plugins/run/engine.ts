import type { Capabilities } from "../guest/main.ts";
import type { PackedAttachment } from "../guest/meta.ts";
import type { Thrown } from "../guest/thrown.ts";
import type { Services } from "../sandbox/ask-line.ts";
import type { Origin, PluginEvent } from "./plugin-event.ts";

/** How a call came out; nothing = something falsy was returned. */
export type Result = { kind: "value"; value: unknown } | { kind: "nothing" } | { kind: "error"; thrown: Thrown };

/** What runs the plugin of one config: a sandbox, or the embedding program's own code. */
export interface Engine {
  readonly capabilities: Capabilities;
  /** Why it is of no more use; null = it is. */
  readonly brokenBy: string | null;
  /** The time that its limit let the call take which broke it, in ms. */
  readonly heldMs: number;
  /** Runs `processEvent` on one event after the other, batches one after the other too; null = it never came to that one, because it broke. */
  batch(events: readonly PluginEvent[], origin: Origin): Promise<(Result | null)[]>;
  /** Runs a hook or the job `job <name>`; null = it broke over another call. */
  call(hook: string, values: readonly unknown[], origin: Origin): Promise<Result | null>;
  close(): Promise<void>;
}

/** Values of a config as its plugin gets them. */
export interface EngineSettings {
  config: Record<string, unknown>;
  attachments: Record<string, PackedAttachment>;
}

/** Starts an engine. @throws UnloadableError when the code cannot be run at all */
export type OpenEngine = (settings: EngineSettings, services: Services) => Promise<Engine>;
