import { slicedActors as slicedActorsOf } from "../engines/columns/index.ts";
import { gatheredEngine } from "../engines/gathered/index.ts";
import type { Gathered, GatheredOptions } from "../engines/gathered/index.ts";
import type { EntityKind } from "../port/actors.ts";
import type { Plan } from "../port/plan.ts";
import { columnRunners } from "./columns.ts";

/**
 * Opens rows that an engine gathers for one question, whose plan it has no exact form for. hoglet's own engine answers
 * over these rows: give it every row that the plan looks at, and the persons, distinct ids, groups and members that
 * these rows name.
 * @example const gathered = openGathered({ events: 2 }); gathered.add(entries); const answer = await
 * gathered.ask(plan); await gathered.close();
 */
export function openGathered(options: GatheredOptions): Gathered {
  return gatheredEngine(columnRunners(), options);
}

/**
 * The kind of actor by which a plan's rows may be cut into slices, each with all rows of its actors: gather and ask
 * slice after slice by `askPart`, the last by `askLast`, whose answer is that over all rows. Null = the plan looks at
 * rows of several actors together (values ranked over all rows, sessions, sums of fractions).
 */
export function slicedActors(plan: Plan): EntityKind | null {
  return slicedActorsOf(columnRunners(), plan);
}
