import type { CorrelationAnswer, CorrelationCount } from "../plan.ts";

/** Joins answers about different actors: equal items are added up. */
export function mergeCorrelation(parts: CorrelationAnswer[]): CorrelationAnswer {
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only;
  const items = new Map<string, CorrelationCount>();
  for (const { item, success, failure } of parts.flatMap((part) => part.items)) {
    const name = JSON.stringify(item);
    const known = items.get(name) ?? { item, success: 0, failure: 0 };
    items.set(name, { item, success: known.success + success, failure: known.failure + failure });
  }
  return {
    success: parts.reduce((sum, { success }) => sum + success, 0),
    failure: parts.reduce((sum, { failure }) => sum + failure, 0),
    items: [...items.values()],
  };
}
