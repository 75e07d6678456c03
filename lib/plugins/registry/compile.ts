import { createHash } from "node:crypto";
import { structuredClone } from "../../base/platform.ts";
import { openSandbox, UnloadableError } from "../sandbox/open-sandbox.ts";
import { toCommonJs } from "../transform.ts";
import { findBackend, FRONTEND } from "./files.ts";
import type { Files } from "./files.ts";

/** The capabilities of a plugin: hooks, schedules, jobs; {} = its code could not be loaded. */
export type StoredCapabilities =
  | { methods: string[]; scheduled_tasks: string[]; jobs: string[] }
  | Record<string, never>;

/** The code of a plugin, ready to run. */
export interface Compiled {
  /** CommonJS; null = there is no backend, or it could not be compiled. */
  code: string | null;
  frontendCode: string | null;
  /** The reason why the backend cannot run; null = it can. */
  error: string | null;
  capabilities: StoredCapabilities;
  /** Kind by name. */
  metrics: Record<string, string>;
}

/**
 * Compiles the files of a plugin, and loads the backend once, in a sandbox without services, to find its capabilities.
 * `error` holds any failure: such a plugin is installed all the same, as in PostHog.
 */
export async function compile(files: Files, main: string | null | undefined): Promise<Compiled> {
  const frontend = await transformed(files, FRONTEND);
  const nothing = { frontendCode: frontend.code, capabilities: {}, metrics: {} };
  const backend = findBackend(files);
  if (backend === undefined) {
    return { ...nothing, code: null, error: `${main ?? "index.js or index.ts"} is not among the plugin's files.` };
  }
  const { code, error } = await transformed(files, backend);
  if (code === null) return { ...nothing, code, error };
  return { ...nothing, code, ...(await look(code)) };
}

/** The code of one file, or the reason why it cannot be compiled; neither when the file does not exist. */
export async function transformed(files: Files, name: string): Promise<{ code: string | null; error: string | null }> {
  const text = files[name];
  if (text === undefined) return { code: null, error: null };
  try {
    return { code: await toCommonJs(text, name), error: null };
  } catch (error) {
    // sucrase includes the file's name in its message.
    return { code: null, error: error instanceof Error ? error.message : String(error) };
  }
}

type Found = Pick<Compiled, "error" | "capabilities" | "metrics">;

/** The declarations of code that this process has loaded before. A suite of tests installs the same plugin for each test, and a sandbox costs 55 ms of CPU. */
const known = new Map<string, Found>();

/** Codes that are known, the first of the process. The declarations of each have 64 kB of text at most. */
const MOST_KNOWN = 100;

/** Looks at code that is not known. An error is not kept: it may come from a busy machine. */
async function look(code: string): Promise<Found> {
  const key = createHash("sha256").update(code).digest("base64");
  const found = known.get(key) ?? (await load(code));
  if (found.error === null && known.size < MOST_KNOWN) known.set(key, found);
  return structuredClone(found);
}

async function load(code: string): Promise<Found> {
  const settings = { config: {}, attachments: {} };
  const apart = { ask: () => Promise.reject(new Error("Not while it is looked at.")), tell: () => {} };
  try {
    const sandbox = await openSandbox({ code, settings }, apart);
    const { metrics, ...capabilities } = sandbox.capabilities;
    await sandbox.close();
    return { error: null, capabilities, metrics };
  } catch (error) {
    if (!(error instanceof UnloadableError)) throw error;
    const { name, message } = error.thrown;
    return { error: name ? `${name}: ${message}` : message, capabilities: {}, metrics: {} };
  }
}
