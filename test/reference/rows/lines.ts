import type { EventRow } from "../../../lib/port/row.ts";
import type { GroupValue, LineKey } from "../../../lib/port/lines.ts";
import type { TrendLine, BreakdownPlan } from "../../../lib/questions/trend/plan.ts";
import type { CohortLookup } from "../../../lib/events/filters/index.ts";
import { groupNumber, groupValue } from "./group-value.ts";
import type { Tally } from "./tally.ts";

/** The lines of one series, and which of them a row belongs to. */
export interface Lines {
  add(row: EventRow): void;
  values(): TrendLine[];
}

/** Makes the lines of a series. @param ranked for a breakdown by values: its keys, those of the highest rank first */
export function createLines(
  breakdown: BreakdownPlan | null,
  { ranked, cohorts, newTally }: { ranked: GroupValue[][]; cohorts: CohortLookup; newTally: () => Tally },
): Lines {
  const line = (key: LineKey) => ({ key, tally: newTally() });
  if (breakdown === null) {
    const whole = line({ type: "whole" });
    return toLines([whole], () => [whole]);
  }
  switch (breakdown.by) {
    case "values":
      return valueLines(breakdown, ranked, line);
    case "bins": {
      const lines = breakdown.bins.map((bin) => ({ ...line({ type: "bin", bin }), bin }));
      return toLines(lines, (row) => {
        const number = groupNumber(row, breakdown.source);
        return number === null ? [] : lines.filter(({ bin }) => number >= bin.low && number < bin.high);
      });
    }
    case "cohorts": {
      const lines = breakdown.ids.map((id) => ({
        ...line({ type: "cohort", id }),
        isMember: id === null ? () => true : cohorts(id),
      }));
      return toLines(lines, (row) => lines.filter(({ isMember }) => isMember(row)));
    }
  }
}

interface Line {
  key: LineKey;
  tally: Tally;
}

function toLines(lines: Line[], linesOf: (row: EventRow) => Line[]): Lines {
  return {
    add(row) {
      for (const { tally } of linesOf(row)) tally.add(row);
    },
    values: () => lines.map(({ key, tally }) => ({ key, data: tally.values() })),
  };
}

function valueLines(
  { sources, limit, offset, hasRest, keys }: Extract<BreakdownPlan, { by: "values" }>,
  ranked: GroupValue[][],
  line: (key: LineKey) => Line,
): Lines {
  const page = keys ?? ranked.slice(offset, offset + limit);
  const lines = new Map(page.map((values) => [keyOf(values), line({ type: "values", values })]));
  const earlier = new Set(keys === undefined ? ranked.slice(0, offset).map(keyOf) : []);
  const hasOthers = keys !== undefined || ranked.length > offset + limit;
  const rest = hasRest && hasOthers ? line({ type: "rest" }) : undefined;
  return toLines([...lines.values(), ...(rest ? [rest] : [])], (row) => {
    const key = keyOf(sources.map((source) => groupValue(row, source)));
    const own = lines.get(key) ?? (earlier.has(key) ? undefined : rest);
    return own === undefined ? [] : [own];
  });
}

function keyOf(values: GroupValue[]): string {
  return JSON.stringify(values);
}
