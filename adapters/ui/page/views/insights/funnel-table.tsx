import type { ComponentChildren } from "preact";
import { Table } from "../../parts/table.tsx";
import type { Column } from "../../parts/table.tsx";
import { Count } from "./count.tsx";
import { stepName, toBaseline } from "./funnel-rows.ts";
import type { FunnelRow } from "./funnel-rows.ts";
import { describeNumber, describeSeconds, describeShare } from "./numbers.ts";
import { toPath } from "./people.ts";
import type { OpenPeople } from "./people.ts";
import type { QuestionDraft } from "./question.ts";

interface FunnelTableProps {
  question: QuestionDraft;
  steps: readonly FunnelRow[][];
  open: OpenPeople;
}

/** The numbers of a funnel: a row for each step; with a breakdown, a row for each value and a column for each step. */
export function FunnelTable({ question, steps, open }: FunnelTableProps) {
  const count = (row: FunnelRow, isReached = true) => {
    const { step, line, dropped } = row;
    const link = isReached ? step.converted_people_url : step.dropped_people_url;
    const title = `${isReached ? "Reached" : "Dropped off before"} ${stepName(question, step)}${line === null ? "" : ` · ${line}`}`;
    const number = isReached ? step.count : dropped;
    const openIt = link && row.isBaseline !== true ? () => open({ title, path: toPath(link) }) : undefined;
    return <Count text={describeNumber(number)} isNothing={number === 0} open={openIt} />;
  };
  return steps.some((rows) => rows.some(({ line }) => line !== null)) ? (
    <ValueTable question={question} steps={steps} count={count} />
  ) : (
    <StepTable question={question} rows={steps.flat()} count={count} />
  );
}

type ToCount = (row: FunnelRow, isReached?: boolean) => ComponentChildren;

/** A row for each value, after a row for all values. */
function ValueTable({
  question,
  steps,
  count,
}: {
  question: QuestionDraft;
  steps: readonly FunnelRow[][];
  count: ToCount;
}) {
  const [first = []] = steps;
  const lines = first.toSorted((a, b) => b.entered - a.entered).map(({ line }) => line);
  const all = steps.flatMap((rows) => toBaseline(rows) ?? []);
  const byValue = lines.map((line) => steps.flatMap((rows) => rows.find((row) => row.line === line) ?? []));
  const columns: Column<FunnelRow[]>[] = [
    { name: "Value", sortBy: ([row]) => row?.line ?? "", cell: ([row]) => row?.line },
    {
      name: "Conversion",
      isNumber: true,
      sortBy: (row) => shareAt(row, row.length - 1),
      cell: (row) => describeShare(row.at(-1)?.step.count ?? 0, row.at(-1)?.entered ?? 0),
    },
    ...steps.map((rows, order): Column<FunnelRow[]> => {
      const name = `${order + 1} ${rows[0] === undefined ? "" : stepName(question, rows[0].step)}`;
      return {
        name,
        isNumber: true,
        sortBy: (row) => row[order]?.step.count ?? 0,
        cell: (row) => row[order] && count(row[order]),
      };
    }),
    ...steps.slice(1).flatMap((_, index): Column<FunnelRow[]>[] => {
      const order = index + 1;
      return [
        {
          name: `Dropped off before ${order + 1}`,
          isNumber: true,
          sortBy: (row) => row[order]?.dropped ?? 0,
          cell: (row) => row[order] && count(row[order], false),
        },
        {
          name: `Median time to ${order + 1}`,
          isNumber: true,
          sortBy: (row) => row[order]?.step.median_conversion_time ?? -1,
          cell: (row) =>
            row[order] && !row[order].isBaseline && describeSeconds(row[order].step.median_conversion_time),
        },
      ];
    }),
  ];
  return (
    <Table
      caption="Numbers of the funnel"
      columns={columns}
      rows={[all, ...byValue]}
      rowKey={([row], index) => (index === 0 ? "All" : `= ${row?.line}`)}
      isTall
    />
  );
}

function StepTable({ question, rows, count }: { question: QuestionDraft; rows: readonly FunnelRow[]; count: ToCount }) {
  const columns: Column<FunnelRow>[] = [
    {
      name: "Step",
      sortBy: ({ step }) => step.order,
      cell: ({ step }) => `${step.order + 1} ${stepName(question, step)}`,
    },
    { name: "Persons", isNumber: true, sortBy: ({ step }) => step.count, cell: (row) => count(row) },
    {
      name: "Of all",
      isNumber: true,
      sortBy: ({ step, entered }) => shareOf(step.count, entered),
      cell: ({ step, entered }) => describeShare(step.count, entered),
    },
    {
      name: "Share of the step before",
      isNumber: true,
      sortBy: ({ step, before }) => shareOf(step.count, before),
      cell: ({ step, before }) => describeShare(step.count, before),
    },
    { name: "Dropped off before", isNumber: true, sortBy: ({ dropped }) => dropped, cell: (row) => count(row, false) },
    {
      name: "Average time",
      isNumber: true,
      sortBy: ({ step }) => step.average_conversion_time ?? -1,
      cell: ({ step }) => describeSeconds(step.average_conversion_time),
    },
    {
      name: "Median time",
      isNumber: true,
      sortBy: ({ step }) => step.median_conversion_time ?? -1,
      cell: ({ step }) => describeSeconds(step.median_conversion_time),
    },
  ];
  return (
    <Table caption="Numbers of the funnel" columns={columns} rows={rows} rowKey={({ step }) => step.order} isTall />
  );
}

/** A part of a whole, to sort by; of nothing it comes last. */
function shareOf(part: number, whole: number): number {
  return whole === 0 ? -1 : part / whole;
}

function shareAt(row: readonly FunnelRow[], order: number): number {
  return shareOf(row[order]?.step.count ?? 0, row[order]?.entered ?? 0);
}
