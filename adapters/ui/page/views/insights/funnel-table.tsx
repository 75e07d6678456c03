import { Table } from "../../parts/table.tsx";
import type { Column } from "../../parts/table.tsx";
import { Count } from "./count.tsx";
import { stepName } from "./funnel-rows.ts";
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

/** The numbers of a funnel. */
export function FunnelTable({ question, steps, open }: FunnelTableProps) {
  const rows = steps.flat();
  const isBroken = rows.some(({ line }) => line !== null);
  const openBy =
    (text: string, { step, line }: Pick<FunnelRow, "step" | "line">, link: string) =>
    () =>
      open({
        title: `${text} ${stepName(question, step)}${line === null ? "" : ` · ${line}`}`,
        path: toPath(link),
        explain: question,
      });
  const columns: Column<FunnelRow>[] = [
    {
      name: "Step",
      sortBy: ({ step }) => step.order,
      cell: ({ step }) => `${step.order + 1} ${stepName(question, step)}`,
    },
    ...(isBroken
      ? [{ name: "Value", sortBy: ({ line }: FunnelRow) => line ?? "", cell: ({ line }: FunnelRow) => line }]
      : []),
    {
      name: "Persons",
      isNumber: true,
      sortBy: ({ step }) => step.count,
      cell: ({ step, line }) => (
        <Count
          text={describeNumber(step.count)}
          isNothing={step.count === 0}
          open={openBy("Reached", { step, line }, step.converted_people_url)}
        />
      ),
    },
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
    {
      name: "Dropped off before",
      isNumber: true,
      sortBy: ({ dropped }) => dropped,
      cell: ({ step, line, dropped }) => (
        <Count
          text={describeNumber(dropped)}
          isNothing={dropped === 0}
          open={
            step.dropped_people_url === null
              ? undefined
              : openBy("Dropped off before", { step, line }, step.dropped_people_url)
          }
        />
      ),
    },
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
    <Table
      caption="Numbers of the funnel"
      columns={columns}
      rows={rows}
      rowKey={({ step, line }) => `${step.order} ${line ?? ""}`}
      isTall
    />
  );
}

/** A part of a whole, to sort by; of nothing it comes last. */
function shareOf(part: number, whole: number): number {
  return whole === 0 ? -1 : part / whole;
}
