import { toIso } from "../../base/clock.ts";
import type { Clock } from "../../base/clock.ts";
import { toEventMs } from "../sandbox/limits.ts";
import { UnloadableError } from "../sandbox/open-sandbox.ts";
import type { Services } from "../sandbox/request-queue.ts";
import type { Thrown } from "../guest/thrown.ts";
import type { PluginHost, PluginSettings, OpenPluginHost, Result } from "./plugin-host.ts";
import type { LogType, PluginLogs } from "./logs.ts";
import { OUTSIDE } from "./plugin-event.ts";
import type { Origin } from "./plugin-event.ts";
import type { ConfigKey, Parts } from "./parts.ts";

/** Keeps a config's plugin host running: starts it, sets the plugin up, replaces a broken one. */
export interface Supervisor {
  /** Null = none for now, or never: events skip the plugin. */
  ready(): Promise<PluginHost | null>;
  /** Reports results of events; it also notices a host that broke during one of them, or that is nearly as slow as allowed. */
  came(events: number): void;
  /** Ms of all stopped calls. */
  readonly lostMs: number;
  /** The plugin host paused, and no event or call has succeeded since: an event must not wait long for it. */
  readonly isDoubted: boolean;
  /** Null = the plugin does not work, or lacks the hook. */
  call(hook: string, values: readonly unknown[], origin: Origin): Promise<Result | null>;
  /** Null = not loaded yet. */
  readonly methods: readonly string[] | null;
  /** Epoch ms of the next useful try; zero = now. */
  readonly pausedUntilMs: number;
  /** Closed; unfinished work is left for the next supervisor. */
  readonly hasEnded: boolean;
  /** Ends it, with `teardownPlugin` when the plugin was set up. */
  close(): Promise<void>;
  /** Ends the plugin at once: calls in progress give the result of a plugin that does not work. */
  end(): void;
}

export interface SupervisorParts {
  parts: Parts;
  config: ConfigKey;
  settings: PluginSettings;
  open: OpenPluginHost;
  services: Services;
  logs: PluginLogs;
  /** Disables the config, with the reason. */
  disable(thrown: Thrown): void;
  /** Stores the config's error; null = resolved. */
  note(thrown: Thrown | null): void;
}

/** Ms before setup is tried again; then the config is disabled (reference/plugins.md 8). */
const SETUP_RETRY_MS = [5000, 10_000, 20_000, 40_000];
/** Breaks without an event in between, after which the host pauses, longer each time. */
const MAX_IN_A_ROW = 3;
/** Such breaks, with three pauses, that disable the config. */
const DISABLED_AFTER = 6;
/**
 * Time of stopped calls within `LOST_WINDOW_MS`, in longest events, for which all other work waits. Beyond, a pause
 * follows each stop, and pauses grow, whatever the plugin achieves.
 */
const MAX_LOST_EVENTS = 3;
/** An event that takes this share of the longest time counts as lost: nobody waits that long. */
const SLOW_SHARE = 1 / 3;
const LOST_WINDOW_MS = 600_000;
/** The same limit in breaks, for a plugin that handles some events and breaks on others. */
const MAX_BREAKS = 10;
const PAUSE_MS = 10_000;
const MAX_PAUSE_MS = 600_000;
/** Successes in a row that forgive earlier breaks. */
const FORGIVEN_AFTER = 200;

export function createSupervisor(given: SupervisorParts): Supervisor {
  return new OneSupervisor(given);
}

class OneSupervisor implements Supervisor {
  readonly #given: SupervisorParts;
  #host: PluginHost | null = null;
  #opening: Promise<PluginHost | null> | null = null;
  /** The plugin host during its setup. */
  #starting: PluginHost | null = null;
  #isOver = false;
  hasEnded = false;
  /** The stored error may be an earlier host's. */
  #isNoted = true;
  /** Setup hung: nobody waits for the next try. */
  #isSlowToStart = false;
  #setups = 0;
  #breaks = 0;
  #breaksInARow = 0;
  #pauses = 0;
  #goodInARow = 0;
  pausedUntilMs = 0;
  isDoubted = false;
  readonly #eventMs: number;
  readonly #lost: ReturnType<typeof createLosses>;
  lostMs = 0;
  methods: readonly string[] | null = null;

  constructor(given: SupervisorParts) {
    this.#given = given;
    this.#eventMs = toEventMs(given.parts.options.pluginLimits ?? {});
    this.#lost = createLosses(given.parts.clock, this.#eventMs);
  }

  #say(type: LogType, message: string) {
    return this.#given.logs.add(this.#given.config, "SYSTEM", type, message);
  }

  #name() {
    return `Plugin ${this.#given.config.pluginName} (config ${this.#given.config.id}, instance ${this.#given.logs.instanceId})`;
  }

  #stop(thrown: Thrown, why: string) {
    this.#isOver = true;
    this.#say("ERROR", `${this.#name()} ${why}: ${toLogText(thrown).replace(/\.$/, "")}. The config was disabled.`);
    this.#given.disable(thrown);
  }

  async #start(): Promise<PluginHost | null> {
    let opened: PluginHost;
    try {
      opened = await this.#given.open(this.#given.settings, this.#given.services);
    } catch (error) {
      if (error instanceof UnloadableError) this.#stop(error.thrown, "could not be loaded");
      else this.#retrySetup({ name: null, message: error instanceof Error ? error.message : String(error) });
      return null;
    }
    this.#starting = opened;
    if (this.hasEnded) void opened.close();
    this.#say("INFO", `${this.#name()} was loaded.`);
    ({ methods: this.methods } = opened.capabilities);
    if (!opened.capabilities.methods.includes("setupPlugin")) return opened;
    const result = await opened.call("setupPlugin", [], OUTSIDE);
    if (result !== null && result.kind !== "error") {
      this.#setups = 0;
      this.#isSlowToStart = false;
      this.#say("DEBUG", `${this.#name()} was set up.`);
      return opened;
    }
    await opened.close();
    if (this.hasEnded) return null;
    const thrown = result?.thrown ?? { name: "LimitError", message: opened.brokenBy ?? "It broke." };
    this.#isSlowToStart = isLimit(thrown);
    if (isWorthRetry(thrown)) this.#retrySetup(thrown);
    else this.#stop(thrown, "could not be set up");
    return null;
  }

  #retrySetup(thrown: Thrown) {
    const waitMs = SETUP_RETRY_MS[this.#setups++];
    if (waitMs === undefined) return this.#stop(thrown, `could not be set up ${this.#setups} times`);
    this.#rest(waitMs, thrown);
    this.#say(
      "ERROR",
      `${this.#name()} could not be set up: ${toLogText(thrown)}. The next try is in ${waitMs / 1000} seconds.`,
    );
  }

  #rest(ms: number, thrown: Thrown) {
    this.pausedUntilMs = this.#given.parts.clock.now() + ms;
    this.#tell({
      ...thrown,
      message: `${thrown.message} Events pass the plugin by until ${toIso(this.pausedUntilMs)}.`,
    });
  }

  #tell(thrown: Thrown) {
    this.#given.note(thrown);
    this.#isNoted = true;
  }

  #noticeBreak() {
    if (this.#host === null || this.#host.brokenBy === null) return;
    // Events wait no longer for other calls.
    const heldMs = Math.min(this.#host.heldMs, this.#eventMs);
    this.#lost.add(heldMs);
    this.lostMs += heldMs;
    this.#end(this.#host, this.#host.brokenBy, this.#host.isHung);
  }

  /** Ends a host so slow that it might as well hang. */
  #noticeSlow(events: number) {
    if (this.#host === null || this.#host.tookMs < events * this.#eventMs * SLOW_SHARE) return;
    this.#lost.add(this.#host.tookMs);
    if (this.#lost.areTooMany())
      this.#end(this.#host, `Its events took ${Math.round(this.#host.tookMs / events)} ms each.`, true);
  }

  /** @param isHung events waited: it pauses at once but stays enabled, since what it waits for may come back */
  #end(broken: PluginHost, reason: string, isHung: boolean) {
    void broken.close();
    this.#host = null;
    if (this.hasEnded) return;
    if (!isHung) this.#breaksInARow = this.#goodInARow === 0 ? this.#breaksInARow + 1 : 1;
    this.#goodInARow = 0;
    this.#given.logs.add(this.#given.config, "PLUGIN", "ERROR", `${this.#name()} was stopped: ${reason}`);
    const thrown = { name: "LimitError", message: reason };
    if (!isHung && this.#breaksInARow >= DISABLED_AFTER) return this.#stop(thrown, "was stopped too often");
    if (!isHung && ++this.#breaks < MAX_BREAKS && this.#breaksInARow < MAX_IN_A_ROW && !this.#lost.areTooMany())
      return this.#tell(thrown);
    const pauseMs = Math.min(PAUSE_MS * 2 ** this.#pauses++, MAX_PAUSE_MS);
    this.#rest(pauseMs, thrown);
    this.isDoubted = true;
    // With one more break it pauses again.
    this.#breaks = MAX_BREAKS - 1;
    this.#say("WARN", `${this.#name()} pauses: events pass it by for ${pauseMs / 1000} seconds.`);
  }

  /** Counts completed events and calls. */
  #forgive(good: number) {
    this.#goodInARow += good;
    if (good > 0) this.isDoubted = false;
    if (this.#isNoted && good > 0) {
      this.#isNoted = false;
      this.#given.note(null);
    }
    if (this.#goodInARow < FORGIVEN_AFTER || this.#lost.areTooMany()) return;
    this.#breaks = 0;
    this.#pauses = 0;
  }

  async ready(): Promise<PluginHost | null> {
    this.#noticeBreak();
    if (this.#host !== null) return this.#host;
    if (this.#isOver || this.#given.parts.clock.now() < this.pausedUntilMs) return this.#opening;
    this.#opening ??= this.#start().then((opened) => {
      this.#host = opened;
      this.#starting = null;
      this.#opening = null;
      return opened;
    });
    return this.#isSlowToStart ? null : this.#opening;
  }

  came(events: number): void {
    // The event that broke the host is among `events`.
    const isBroken = this.#host !== null && this.#host.brokenBy !== null;
    this.#forgive(isBroken ? Math.max(events - 1, 0) : events);
    if (isBroken) this.#noticeBreak();
    else if (events > 0) this.#noticeSlow(events);
  }

  async call(hook: string, values: readonly unknown[], origin: Origin): Promise<Result | null> {
    // Twice: it may break on another call first.
    for (let attempt = 0; attempt < 2; attempt++) {
      const current = await this.ready();
      if (current === null || !has(current, hook)) return null;
      const result = await current.call(hook, values, origin);
      if (current.brokenBy === null) this.#forgive(1);
      this.#noticeBreak();
      if (result !== null) return result;
    }
    return null;
  }

  async close(): Promise<void> {
    this.#isOver = true;
    await this.#opening;
    this.#noticeBreak();
    this.hasEnded = true;
    if (this.#host === null) return;
    if (this.#host.capabilities.methods.includes("teardownPlugin")) {
      const result = await this.#host.call("teardownPlugin", [], OUTSIDE);
      if (result?.kind !== "value" && result?.kind !== "nothing") {
        this.#say(
          "ERROR",
          `${this.#name()} failed to unload: ${toLogText(result?.thrown ?? { name: null, message: "it broke" })}`,
        );
      }
    }
    await this.#host?.close();
    this.#host = null;
    this.#say("INFO", `${this.#name()} was unloaded.`);
  }

  end(): void {
    this.#isOver = true;
    this.hasEnded = true;
    void this.#starting?.close();
    void this.#host?.close();
  }
}

/** Sums the time of stopped calls. */
function createLosses(clock: Clock, eventMs: number) {
  let stops: { atMs: number; heldMs: number }[] = [];
  return {
    add: (heldMs: number) => void stops.push({ atMs: clock.now(), heldMs }),
    areTooMany(): boolean {
      const fromMs = clock.now() - LOST_WINDOW_MS;
      stops = stops.filter(({ atMs }) => atMs > fromMs);
      return stops.reduce((sum, { heldMs }) => sum + heldMs, 0) >= MAX_LOST_EVENTS * eventMs;
    },
  };
}

function has({ capabilities }: PluginHost, hook: string): boolean {
  if (hook.startsWith("job ")) return capabilities.jobs.includes(hook.slice("job ".length));
  return capabilities.methods.includes(hook) || capabilities.scheduled_tasks.includes(hook);
}

/** The plugin asked for another try, or it took too long: the next try may succeed. */
export function isWorthRetry(thrown: Thrown): boolean {
  return thrown.name === "RetryError" || isLimit(thrown);
}

/** The supervisor logs it. */
export function isLimit({ name }: Thrown): boolean {
  return name === "LimitError";
}

export function toLogText({ name, message, stack }: Thrown): string {
  if (stack !== undefined && stack !== "") return `${name ?? "Error"}: ${message}\n${stack}`.trimEnd();
  return name === null ? message : `${name}: ${message}`;
}
