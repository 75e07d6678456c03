import type { QueryResult } from "../../../../../lib/index.ts";
import { toCounted } from "../../parts/counted.ts";
import { Empty, ErrorNote } from "../../parts/states.tsx";
import { useProject } from "../../project.ts";
import { useAction } from "../../use-action.ts";
import { askCsv, MOST_ROWS } from "./ask.ts";
import { ResultChart } from "./result-chart.tsx";
import { ResultTable } from "./result-table.tsx";
import type { Show } from "./saved-query.ts";
import type { ChartChoice } from "./to-chart.ts";
import { saveFile } from "../../parts/save-file.ts";

interface ResultProps {
  result: QueryResult;
  /** Rows that were asked for: a smaller limit is the statement's own. */
  most: number;
  show: Show;
  choice: ChartChoice | undefined;
  onChoice: (choice: ChartChoice) => void;
  onShow: (show: Show) => void;
}

/** An answer: its size, a table or a chart, and a file. */
export function Result({ result, most, show, choice, onChoice, onShow }: ResultProps) {
  const { P } = useProject();
  const isDrawn = show === "chart";
  const csv = useAction(async () => saveFile("query.csv", await askCsv(P, result.query)));
  if (result.results.length === 0) return <Empty>The answer has no rows.</Empty>;
  return (
    <section class="stack" aria-label="Answer">
      <div class="view-head sql-head">
        <p role="status">{toSummary(result, most)}</p>
        <div class="actions">
          <button type="button" aria-pressed={isDrawn} onClick={() => onShow(isDrawn ? "table" : "chart")}>
            Chart
          </button>
          <button
            type="button"
            disabled={csv.isRunning}
            title={`Runs it again, for up to ${MOST_ROWS.toLocaleString("en")} rows`}
            onClick={() => void csv.run()}
          >
            Download CSV
          </button>
        </div>
      </div>
      {csv.error !== undefined && <ErrorNote error={csv.error} />}
      {isDrawn && <ResultChart result={result} choice={choice} onChoice={onChoice} />}
      <ResultTable result={result} />
    </section>
  );
}

function toSummary({ results, hasMore, limit, offset }: QueryResult, most: number): string {
  const rows = toCounted(results.length, "row");
  const from = offset > 0 ? ` after the first ${offset.toLocaleString("en")}` : "";
  return hasMore && limit >= most
    ? `The first ${rows}${from}: there are more, cut at ${limit.toLocaleString("en")}.`
    : `${rows}${from}.`;
}
