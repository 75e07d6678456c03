import { useState } from "preact/hooks";
import type { Cell, QueryResult } from "../../../../../lib/index.ts";
import { Table } from "../../parts/table.tsx";
import { Value } from "../../parts/value.tsx";
import { here } from "../../use-hash.ts";
import { isNumberType } from "./to-chart.ts";

/** Rows drawn at a time: browsers are slow with tables of many thousand rows. */
const STEP = 500;

/** Columns whose values are ids, and the views of what they name. */
const VIEWS: Readonly<Record<string, string>> = { person_id: "/persons", uuid: "/events" };

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** A value; an id leads to what it names. */
function Linked({ name, value }: { name: string; value: Cell }) {
  const view = VIEWS[name];
  if (view === undefined || typeof value !== "string" || !UUID.test(value)) return <Value value={value} />;
  return <a href={here(`${view}/${value}`)}>{value}</a>;
}

/** The rows of the answer, each column with its type. */
export function ResultTable({ result: { results, types } }: { result: QueryResult }) {
  const [shown, setShown] = useState(STEP);
  const columns = types.map(([name, type], index) => ({
    name,
    title: (
      <>
        {name} <span class="sql-type">{type}</span>
      </>
    ),
    isNumber: isNumberType(type),
    cell: (row: Cell[]) => <Linked name={name} value={row[index] ?? null} />,
  }));
  return (
    <>
      <Table caption="Rows" columns={columns} rows={results.slice(0, shown)} rowKey={(_, index) => index} />
      {results.length > shown && (
        <div class="actions">
          <span>
            {shown.toLocaleString("en")} of {results.length.toLocaleString("en")} rows are drawn.
          </span>
          <button type="button" onClick={() => setShown(shown + STEP)}>
            Draw {STEP} more
          </button>
        </div>
      )}
    </>
  );
}
