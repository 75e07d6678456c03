import { gatheredEngine } from "../engines/gathered/index.ts";
import type { Gathered, GatheredOptions } from "../engines/gathered/index.ts";
import { columnRunners } from "./columns.ts";

/**
 * Opens rows that an engine gathers for one question, to answer a plan for which it has no exact form of its own. The answer is
 * that of hoglet's own engine over these rows: give it every row that the plan looks at, and the persons, distinct ids, groups and
 * members that these rows name.
 * @example
 * const gathered = openGathered({ events: 2 });
 * gathered.add(entries);
 * const answer = await gathered.ask(plan);
 * await gathered.close();
 */
export function openGathered(options: GatheredOptions): Gathered {
  return gatheredEngine(columnRunners, options);
}
