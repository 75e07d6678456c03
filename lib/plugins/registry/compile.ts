import { createHash } from "node:crypto";
import { structuredClone } from "../../base/platform.ts";
import { openSandbox, UnloadableError } from "../sandbox/open-sandbox.ts";
import { toCommonJs } from "../transform.ts";
import { findBackend, FRONTEND } from "./files.ts";
import type { Files } from "./files.ts";

/** {} = the code could not be loaded. */
export type StoredCapabilities =
  | { methods: string[]; scheduled_tasks: string[]; jobs: string[] }
  | Record<string, never>;

export interface Compiled {
  /** CommonJS; null = no backend, or it could not be compiled. */
  code: string | null;
  frontendCode: string | null;
  /** Why the backend cannot run; null = it can. */
  error: string | null;
  capabilities: StoredCapabilities;
  /** Kind by name. */
  metrics: Record<string, string>;
}

/**
 * Compiles a plugin's files, and loads the backend once, in a sandbox without services, for its capabilities. A failure
 * is in `error`: the plugin is installed all the same, as in PostHog.
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

/** The code of one file, or why it cannot be compiled; both null when the file does not exist. */
export async function transformed(files: Files, name: string): Promise<{ code: string | null; error: string | null }> {
  const text = files[name];
  if (text === undefined) return { code: null, error: null };
  try {
    return { code: await toCommonJs(text, name), error: null };
  } catch (error) {
    // sucrase names the file.
    return { code: null, error: error instanceof Error ? error.message : String(error) };
  }
}

type Found = Pick<Compiled, "error" | "capabilities" | "metrics">;

/** Declarations of code loaded before: test suites install a plugin for each test, and a sandbox costs 55 ms of CPU. */
const known = new Map<string, Found>();

/** The first codes of the process, each with at most 64 kB of declarations. */
const MOST_KNOWN = 100;

/** Keeps no error, which may come from a busy machine. */
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
