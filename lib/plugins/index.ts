/**
 * Plugins: code of others that looks at events, in an engine of its own.
 *
 * `transform` brings a plugin's source to CommonJS. `sandbox/` runs it: one thread per enabled config (so that it can be
 * killed), in it one QuickJS (so that it reaches nothing), in that the files of `guest/`, which make the world that plugins
 * know (console, fetch, URL, Buffer, `meta`); only text crosses. What a plugin asks for beyond computing (storage, jobs,
 * fetch, new events) comes to the host as a named question.
 */
export { toCommonJs } from "./transform.ts";
export { openSandbox, UnloadableError } from "./sandbox/open-sandbox.ts";
export type { Sandbox, SandboxOptions, Services } from "./sandbox/open-sandbox.ts";
