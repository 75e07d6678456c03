/**
 * Conformance: tests that every engine has to pass. `conform(test, candidate)` defines them all.
 *
 * `given-*` ask the given cases of insights, funnels and the people behind them through a handle with the engine.
 * `people-behind` and `funnel-people` follow the links of random answers: as many people as the number says. `stories`, `actors`,
 * `funnels`, `paths`, `returns`, `criteria` and `visits` compare the engine with rows (`test/reference`) or with models over random logs to which things happen:
 * events, merges, splits, deletions, full blocks.
 *
 * A new engine is one more file like `rows.test.ts`.
 */
import { conformToActors } from "./actors.ts";
import type { Candidate, Define } from "./candidate.ts";
import { conformToCriteria } from "./criteria.ts";
import { conformToFunnelPeople } from "./funnel-people.ts";
import { conformToFunnels } from "./funnels.ts";
import { conformToGivenFunnels } from "./given-funnels.ts";
import { conformToGivenInsights } from "./given-insights.ts";
import { conformToGivenPeople } from "./given-people.ts";
import { conformToPaths } from "./paths.ts";
import { conformToPeopleBehind } from "./people-behind.ts";
import { conformToReturns } from "./returns.ts";
import { conformToStories } from "./stories.ts";
import { conformToVisits } from "./visits.ts";

export { BUDGET_BYTES } from "./candidate.ts";
export type { Candidate } from "./candidate.ts";

/** Defines the tests of the given cases for an engine. */
export function conformToGiven(test: Define, candidate: Candidate): void {
  conformToGivenInsights(test, candidate);
  conformToGivenFunnels(test, candidate);
  conformToGivenPeople(test, candidate);
}

/** Defines every test of the port for an engine; `given` takes those of the given cases. */
export function conform(test: Define, candidate: Candidate, given: Define = test): void {
  conformToGiven(given, candidate);
  conformToStories(test, candidate);
  conformToActors(test, candidate);
  conformToPeopleBehind(test, candidate);
  conformToFunnels(test, candidate);
  conformToFunnelPeople(test, candidate);
  conformToPaths(test, candidate);
  conformToReturns(test, candidate);
  conformToCriteria(test, candidate);
  conformToVisits(test, candidate);
}
