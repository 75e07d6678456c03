import { isFields } from "../../../lib/base/fields.ts";
import type { EventRecord } from "../../../lib/index.ts";
import { requireArguments, requireFields } from "../require-fields.ts";
import type { AssertedView } from "../test-view.ts";
import { describeLost } from "./lost.ts";
import { overBudget } from "./model-costs.ts";
import type { Verdict } from "./verdict.ts";

/** Calls of a language model. */
export interface Generation {
  /**
   * The model's name, as events have it.
   * @default any
   */
  model?: string;
  /** The bound of all calls together, in US dollars. */
  maxCostUsd?: number;
  /** The bound of each call. */
  maxLatencyMs?: number;
  /** Tools that the model called, among others. */
  tools?: readonly string[];
}

const FORM = 'toHaveGenerated({ model: "gpt-4o", maxCostUsd: 0.01, maxLatencyMs: 2000, tools: ["search"] })';

/** Did the app call a language model, within these bounds? */
export async function generated(view: AssertedView, expected: Generation = {}): Promise<Verdict> {
  requireArguments(isFields(expected), FORM);
  requireFields("toHaveGenerated", expected, ["model", "maxCostUsd", "maxLatencyMs", "tools"]);
  const { model } = expected;
  const events = await view.events();
  const all = events.filter(({ event }) => event === "$ai_generation");
  const found = all.filter(({ properties }) => model === undefined || properties["$ai_model"] === model);
  const faults = found.length === 0 ? [] : faultsOf(found, expected);
  const lost = found.length > 0 ? "" : await describeLost(view, events.length);
  const named = model === undefined ? "a language model" : model;
  return {
    pass: found.length > 0 && faults.length === 0,
    message: () => {
      if (faults.length > 0)
        return `Expected the calls of ${named} to be within bounds, but:\n  ${faults.join("\n  ")}`;
      if (found.length > 0) return `Expected no such call of ${named}, but there are ${found.length}.`;
      return `Expected ${named} to be called.\n${describeModels(all)}${lost}`;
    },
  };
}

function describeModels(all: readonly EventRecord[]): string {
  const models = [...new Set(all.map(({ properties }) => String(properties["$ai_model"])))];
  return models.length === 0 ? "No model was called." : `Models that were called: ${models.join(", ")}.`;
}

function faultsOf(found: readonly EventRecord[], { maxCostUsd, maxLatencyMs, tools = [] }: Generation): string[] {
  const faults = maxCostUsd === undefined ? [] : overBudget(found, maxCostUsd);
  const slowest = Math.max(...found.map(({ properties }) => Number(properties["$ai_latency"] ?? 0))) * 1000;
  if (maxLatencyMs !== undefined && slowest > maxLatencyMs) {
    faults.push(`one took ${Math.round(slowest)} ms, more than ${maxLatencyMs} ms`);
  }
  const called = new Set(found.flatMap(({ properties }) => String(properties["$ai_tools_called"] ?? "").split(",")));
  const missing = tools.filter((tool) => !called.has(tool));
  if (missing.length > 0) {
    const others = [...called].filter((tool) => tool !== "");
    faults.push(`${missing.join(", ")} was not called; called: ${others.length === 0 ? "no tool" : others.join(", ")}`);
  }
  return faults;
}
