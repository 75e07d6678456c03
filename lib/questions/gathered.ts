import { slicedActors as slicedActorsOf } from "../engines/columns/index.ts";
import { gatheredEngine } from "../engines/gathered/index.ts";
import type { Gathered, GatheredOptions } from "../engines/gathered/index.ts";
import type { EntityKind } from "../port/actors.ts";
import type { Plan } from "../port/plan.ts";
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
  return gatheredEngine(columnRunners(), options);
}

/**
 * The kind of actor by which the rows of a plan may be cut into slices, each with all rows of its actors: gather and ask one slice after
 * the other by `askPart`, the last by `askLast`, and the answer is that over all rows. Null = the plan looks at rows of several
 * actors at once, as values that are ranked, sessions and sums of fractions do.
 */
export function slicedActors(plan: Plan): EntityKind | null {
  return slicedActorsOf(columnRunners(), plan);
}
