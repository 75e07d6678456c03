import type { ComponentChildren } from "preact";
import type { CorrelationEvent, CorrelationResult } from "../../../../../lib/index.ts";
import { Table } from "../../parts/table.tsx";
import type { Column } from "../../parts/table.tsx";
import { Count } from "./count.tsx";
import { describeNumber, describeOdds } from "./numbers.ts";
import { toPath } from "./people.ts";
import type { OpenPeople } from "./people.ts";
import type { QuestionDraft } from "./question.ts";

interface CorrelationTableProps {
  question: QuestionDraft;
  result: CorrelationResult["result"];
  open: OpenPeople;
}

/** The properties or events that distinguish persons who finished a funnel from those who did not. */
export function CorrelationTable({ question, result: { events, skewed }, open }: CorrelationTableProps) {
  return (
    <div class="stack correlations">
      {skewed && <p class="hint">One side is much larger than the other, so the result says little.</p>}
      {(["success", "failure"] as const).map((type) => {
        const rows = events.filter((event) => event.correlation_type === type);
        const name = type === "success" ? "Correlated with converting" : "Correlated with dropping off";
        return (
          rows.length > 0 && (
            <section key={type} class="stack">
              <h2>{name}</h2>
              <CorrelationRows name={name} rows={rows} question={question} open={open} />
            </section>
          )
        );
      })}
    </div>
  );
}

interface RowsProps {
  name: string;
  rows: CorrelationEvent[];
  question: QuestionDraft;
  open: OpenPeople;
}

function CorrelationRows({ name, rows, question, open }: RowsProps) {
  const cell = (row: CorrelationEvent, isSuccess: boolean) => {
    const count = isSuccess ? row.success_count : row.failure_count;
    const link = isSuccess ? row.success_people_url : row.failure_people_url;
    const title = `${row.event.event} · ${isSuccess ? "finished" : "dropped off"}`;
    return (
      <Count text={describeNumber(count)} isNothing={count === 0} open={() => open({ title, path: toPath(link) })} />
    );
  };
  return (
    <Table
      caption={name}
      rows={rows}
      rowKey={({ event }) => event.event}
      columns={correlationColumns(question, cell)}
    />
  );
}

/** The columns of events or properties, with their numbers of persons who converted and who did not. */
export function correlationColumns(
  question: QuestionDraft,
  count: (row: CorrelationEvent, isSuccess: boolean) => ComponentChildren,
): Column<CorrelationEvent>[] {
  return [
    {
      name: question.funnel_correlation_type === "properties" ? "Property" : "Event",
      cell: ({ event }) => event.event,
    },
    { name: "Converted", isNumber: true, cell: (row) => count(row, true) },
    { name: "Dropped off", isNumber: true, cell: (row) => count(row, false) },
    { name: "Odds of converting", isNumber: true, cell: ({ odds_ratio: odds }) => describeOdds(odds) },
  ];
}
