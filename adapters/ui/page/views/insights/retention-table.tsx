import type { RetentionRowResult } from "../../../../../lib/index.ts";
import { useMemo, useState } from "preact/hooks";
import { Chart } from "../../parts/chart.tsx";
import { toClock } from "../../parts/clock.ts";
import { SortButton, sortedRows } from "../../parts/table.tsx";
import type { Sort } from "../../parts/table.tsx";
import { useProject } from "../../project.ts";
import type { QuestionDraft } from "./question.ts";
import { describeNumber } from "./numbers.ts";
import { retentionClock, RetentionGrid, rowName } from "./retention-grid.tsx";
import type { OpenPeople } from "./people.ts";

interface RetentionTableProps {
  question: QuestionDraft;
  result: readonly RetentionRowResult[];
  compact: boolean;
  open: OpenPeople;
}

/** The persons who returned, by period: a larger share of a row is darker. */
export function RetentionTable({ question, result, compact, open }: RetentionTableProps) {
  const { project } = useProject();
  const isRunning = retentionClock(question, toClock(new Date().toISOString(), project.timezone));
  const means = useMemo(() => meanShares(result, isRunning), [result]);
  const [sort, setSort] = useState<Sort | null>(null);
  const rows =
    sort === null
      ? result
      : sortedRows(result, (row) => (sort.column === 0 ? toSortName(row) : shareAt(row, sort.column - 1)), sort.isUp);
  return (
    <>
      {!compact && <RetentionCurve means={means} />}
      <RetentionGrid
        result={rows}
        isRunning={isRunning}
        means={means}
        open={open}
        sort={sort}
        head={(title, place) => (
          <SortButton sort={sort} place={place} isNumber={place > 0} onSort={setSort}>
            {title}
          </SortButton>
        )}
      />
    </>
  );
}

function describePercent(value: number): string {
  return `${describeNumber(value)} %`;
}

/** The mean of all rows, as a line over the periods. */
function RetentionCurve({ means }: { means: readonly (number | null)[] }) {
  const data = useMemo(() => {
    const known = means.flatMap((share) => (share === null ? [] : [share]));
    return { labels: known.map((_, index) => `+${index}`), lines: [{ name: "Mean", data: known, colour: 0 }] };
  }, [means]);
  if (data.labels.length < 2) return null;
  return <Chart name="Mean share that came back, in per cent" {...data} tell={describePercent} isRate compact />;
}

/**
 * The share that came back after each number of periods, in per cent, over rows whose period has ended; null = there is
 * no such row.
 */
function meanShares(
  result: readonly RetentionRowResult[],
  isRunning: (row: RetentionRowResult, index: number) => boolean,
): (number | null)[] {
  const cells = result.reduce((most, { values }) => Math.max(most, values.length), 0);
  return Array.from({ length: cells }, (_, index) => {
    const ended = result.filter((row) => row.values[index] !== undefined && (index === 0 || !isRunning(row, index)));
    const all = ended.reduce((sum, { values }) => sum + (values[0]?.count ?? 0), 0);
    const back = ended.reduce((sum, { values }) => sum + (values[index]?.count ?? 0), 0);
    return all === 0 ? null : Math.round((back / all) * 1000) / 10;
  });
}

/** The share that came back after some periods, to sort by; the number of persons at the start. */
function shareAt({ values }: RetentionRowResult, index: number): number {
  const count = values[index]?.count ?? -1;
  return index === 0 ? count : count / Math.max(1, values[0]?.count ?? 0);
}

/** A day sorts by itself, before its words. */
function toSortName(row: RetentionRowResult): string {
  return row.breakdown_values === undefined ? (row.date ?? row.label) : rowName(row);
}
