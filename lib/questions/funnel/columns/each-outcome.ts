import type { FunnelPlan } from "../plan.ts";
import type { LineKey } from "../../../port/lines.ts";
import type { DateRange } from "../../../port/range.ts";
import { clip } from "../../../engines/columns/actor-index/gathered-rows.ts";
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
import type { Splitter } from "./split-rows.ts";
import type { TallyLines } from "./tally-many.ts";

/** Gets the attempts of an entity in a line, valid until the next call. */
export type SeeOutcome = (entityId: number, line: number, attempts: Attempts) => void;

/** Sees outcomes, and makes an answer of them. */
export interface OutcomeCount<Answer> {
  see: SeeOutcome;
  answer(): Answer;
}

export type TakeRows = Pick<TallyLines, "add" | "addMany" | "fits" | "maxRows">;

/** A funnel whose outcomes can be seen. */
export interface OpenFunnel {
  lines: LineKey[];
  /** Set when the values of its rows are known. */
  rules: FunnelRules;
  /**
   * Calls `see` for each entity and line with an attempt that is not discarded.
   * @param many may get rows instead, where there is one line
   * @param take may take the rows of entities in lines instead
   */
  each(see: SeeOutcome, many?: SeeMany, take?: TakeRows): void;
}

export interface Interest {
  /** Leaves out attempts that got less far than another of the actor. */
  onlyBest: boolean;
  /** Leaves out actors that reached fewer steps. @default 1 */
  leastSteps?: number;
}

/** Reads the rows that a funnel looks at. */
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
      const { split, foresee, lineOf } = createSplitter(plan, lines, rules.steps, (entityId, line, part, starts) => {
        if (take?.add(line, part) === true) return;
        const attempts = find(part, starts);
        if (attempts.count > 0) see(entityId, line, attempts);
      });
      const ofLines =
        take === undefined || lineOf === undefined ? undefined : takeLined(take, { lineOf, foresee }, range);
      rows.each(split, foresee, ofLines);
    },
  };
}

/** Takes many entities at once, each with its rows in one line. */
function takeLined(
  take: TakeRows,
  { lineOf, foresee }: { lineOf: NonNullable<Splitter["lineOf"]>; foresee: Splitter["foresee"] | undefined },
  range: DateRange,
): SeeMany {
  return {
    // A line depends on the first row of a moment: rows must come in order of arrival.
    isByArrival: true,
    hasPlaces: true,
    maxRows: take.maxRows,
    fits: take.fits,
    add(rows, first, until, span) {
      const { ends } = rows;
      if (foresee !== undefined) {
        for (let index = first; index < until; index++) {
          span.from = index === 0 ? 0 : ends[index - 1]!;
          span.until = ends[index]!;
          if (span.from < span.until) foresee(span);
        }
      }
      take.addMany(rows, first, until, (own, end) => {
        span.from = own === 0 ? 0 : ends[own - 1]!;
        span.until = ends[end - 1]!;
        clip(span, range);
        // −1: no row is a step, so any line will do.
        return Math.max(0, lineOf(span));
      });
    },
  };
}
