import type { FunnelPlan } from "../plan.ts";
import type { LineKey } from "../../../port/lines.ts";
import { compileActorRows } from "../../../engines/columns/actor-index/actor-rows.ts";
import type { Execution } from "../../../engines/columns/execution.ts";
import type { EntityIds } from "../../../engines/columns/entities/entity-ids.ts";
import type { SeeMany } from "../../../engines/columns/actor-index/rows-together.ts";
import { createAttemptFinder } from "./attempt-finder.ts";
import type { Attempts } from "./attempts.ts";
import { compileFunnelLines } from "./funnel-lines.ts";
import { toFunnelRules } from "./funnel-rules.ts";
import type { FunnelRules } from "./funnel-rules.ts";
import { toSelections } from "./funnel-selections.ts";
import type { StepRows } from "./finder.ts";
import { createSplitter } from "./split-rows.ts";

/** Receives the attempts of an entity in a line, which are valid until the next call. */
export type SeeOutcome = (entityId: number, line: number, attempts: Attempts) => void;

/** Sees outcomes, and answers what they come to. */
export interface OutcomeCount<Answer> {
  see: SeeOutcome;
  answer(): Answer;
}

/** Takes the rows of an entity in a line, which are valid until the next call. @returns false = the caller looks at its attempts */
export type TakeRows = (line: number, rows: StepRows) => boolean;

/** A funnel of which every outcome can be seen. */
export interface OpenFunnel {
  lines: LineKey[];
  /** The values of its rows are known. */
  rules: FunnelRules;
  /**
   * Calls `see` for each entity and line with an attempt that is not discarded.
   * @param many may get rows instead, where there is one line
   * @param take may take the rows of an entity in a line instead, and returns whether it did
   */
  each(see: SeeOutcome, many?: SeeMany, take?: TakeRows): void;
}

/** The outcomes of interest. */
export interface Interest {
  /** Attempts that got less far than another of the actor are not. */
  onlyBest: boolean;
  /** Actors that got to fewer steps are not. @default 1 */
  leastSteps?: number;
}

/** Reads what a funnel looks at. */
export function openFunnel(
  execution: Execution,
  plan: FunnelPlan,
  entityIds: EntityIds,
  { onlyBest, leastSteps = 1 }: Interest,
): OpenFunnel {
  const { breakdown, range } = plan;
  const { selections, places } = toSelections(plan);
  const readRows = compileActorRows(selections, execution, {
    entityIds,
    // Unordered funnels begin anywhere.
    needs: plan.order === "unordered" ? [] : [...new Set(places.steps.slice(0, leastSteps))],
    hasPlaces: breakdown !== null,
  });
  const toLines = breakdown === null ? null : compileFunnelLines(breakdown, execution, range);
  execution.showPersons();
  const rows = readRows(range);
  const lines = toLines?.() ?? null;
  const rules = toFunnelRules(plan, places, rows.sets);
  const find = createAttemptFinder(rules, onlyBest);
  const all = new Uint8Array(plan.steps.length).fill(1);
  return {
    lines: lines?.keys ?? [{ type: "whole" }],
    rules,
    each(see, many, take) {
      if (lines === null) {
        const seeRows = (entityId: number, own: StepRows) => {
          const attempts = find(own, all);
          if (attempts.count > 0) see(entityId, 0, attempts);
        };
        rows.each(seeRows, undefined, many);
        return;
      }
      const { split, foresee } = createSplitter(plan, lines, rules.steps, (entityId, line, part, starts) => {
        if (take?.(line, part) === true) return;
        const attempts = find(part, starts);
        if (attempts.count > 0) see(entityId, line, attempts);
      });
      rows.each(split, foresee);
    },
  };
}
