import { METHODS, SCHEDULES } from "./hooks.ts";
import type { Hook } from "./hooks.ts";

/** `jobs` and `metrics` are objects of hooks. */
const HOOKS = [...METHODS, ...SCHEDULES];

export interface Loaded {
  hooks: Map<string, Hook>;
  jobs: Map<string, Hook>;
  /** Kind by name. */
  metrics: Record<string, string>;
}

type Exports = Record<string, unknown>;

/**
 * Runs a plugin's code, in sloppy mode as in PostHog, and returns its exports: in this order the variable `exports`,
 * its `default`, `module.exports`, its `default`; without any, top-level functions (reference/plugins.md 4).
 * @param code CommonJS
 * @throws the errors of the code
 */
export function loadPlugin(code: string, require: (name: string) => unknown): Loaded {
  // The statement before the code turns its "use strict" into text. Declared functions, unlike constants, exist before
  // the code runs.
  const declared = [...HOOKS, "jobs", "metrics"].map((name) => `get ${name}(){try{return ${name}}catch{}}`).join(",");
  const body = `var __declared=Object.assign({},{${declared}});${code}\n;return [exports,__declared];`;
  const module: { exports: Exports } = { exports: {} };
  const run = new Function("module", "exports", "require", body) as (...given: unknown[]) => [unknown, Exports];
  const [exports, declaredHere] = run(module, module.exports, require);
  return toLoaded(toSources(exports, module.exports, declaredHere));
}

function toSources(exports: unknown, moduleExports: unknown, declared: Exports): Exports[] {
  const named = [exports, moduleExports].filter(isObject);
  const sources = named.flatMap((one) => [one, one["default"]]).filter(isObject);
  const isEmpty = sources.every((source) => Object.keys(source).length === 0);
  return isEmpty ? [onlyFunctions(declared)] : sources;
}

function onlyFunctions(declared: Exports): Exports {
  return Object.fromEntries(Object.entries(declared).filter(([, value]) => typeof value === "function"));
}

function toLoaded(sources: Exports[]): Loaded {
  const find = (name: string) => sources.map((source) => source[name]).find((value) => value !== undefined);
  const hooks = HOOKS.map((name): [string, unknown] => [name, find(name)]).filter(isNamedHook);
  const jobs = find("jobs");
  const metrics = find("metrics");
  return {
    hooks: new Map(hooks),
    jobs: new Map(isObject(jobs) ? Object.entries(jobs).filter(isNamedHook) : []),
    metrics: isObject(metrics) ? toKinds(metrics) : {},
  };
}

function toKinds(metrics: Exports): Record<string, string> {
  const kinds = Object.entries(metrics).map(([name, kind]): [string, string] => [name, String(kind)]);
  return Object.fromEntries(kinds.filter(([, kind]) => ["sum", "max", "min"].includes(kind)));
}

function isNamedHook(entry: [string, unknown]): entry is [string, Hook] {
  return typeof entry[1] === "function";
}

function isObject(value: unknown): value is Exports {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}
