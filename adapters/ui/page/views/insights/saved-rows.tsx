import type { QueryResult, SavedInsight } from "../../../../../lib/index.ts";
import { call } from "../../api.ts";
import { Answered, Empty } from "../../parts/states.tsx";
import { Table } from "../../parts/table.tsx";
import { Value } from "../../parts/value.tsx";
import { useProject } from "../../project.ts";
import { onDemand } from "../../on-demand.tsx";
import { useLoaded } from "../../use-loaded.ts";
import { readSaved } from "../sql/saved-query.ts";

// Few saved insights are drawn SQL.
const ResultChart = onDemand(async () => (await import("../sql/result-chart.tsx")).ResultChart);
import { toTable } from "./to-table.ts";

interface SavedRowsProps {
  /** A saved insight without a chart: SQL, a list of events or persons, web analytics. */
  id: number;
  /** The dashboard that shows the insight, whose filters count. */
  dashboard?: number;
}

/** The answer of a table, as `insights/:id/` gives it. */
type Rows = SavedInsight & { result: unknown; columns?: string[]; types?: QueryResult["types"] };

/** Rows that are drawn: browsers are slow with tables of many thousand rows. */
const MOST = 500;

/** The answer of a saved insight as a table; SQL that was saved as a chart is drawn above it. */
export function SavedRows({ id, dashboard }: SavedRowsProps) {
  const { P } = useProject();
  const query = { refresh: "blocking", from_dashboard: dashboard };
  const answer = useLoaded(["rows", P, id, query], (signal) => call<Rows>(`${P}/insights/${id}/`, { query, signal }));
  return (
    <Answered answer={answer} what="the answer">
      {(saved) => {
        const stored = readSaved(saved);
        const isChart = stored?.show === "chart" && saved.types !== undefined;
        const result = { results: saved.result as QueryResult["results"], types: saved.types ?? [] };
        return (
          <>
            {isChart && <ResultChart result={result} choice={stored.choice} />}
            {!(isChart && dashboard !== undefined) && <RowTable {...toTable(saved)} />}
          </>
        );
      }}
    </Answered>
  );
}

function RowTable({ columns, rows }: { columns: string[]; rows: unknown[][] }) {
  if (rows.length === 0) return <Empty>The answer has no rows.</Empty>;
  const drawn = columns.map((name, index) => ({
    name,
    isNumber: typeof rows[0]?.[index] === "number",
    cell: (row: unknown[]) => <Value value={row[index] ?? null} />,
  }));
  return (
    <>
      <Table caption="Rows" columns={drawn} rows={rows.slice(0, MOST)} rowKey={(_, index) => index} />
      {rows.length > MOST && (
        <p class="hint">
          The first {MOST} of {rows.length.toLocaleString("en")} rows.
        </p>
      )}
    </>
  );
}
