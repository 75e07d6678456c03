import { useMemo } from "preact/hooks";
import type { TimeToConvertResult } from "../../../../../lib/index.ts";
import { toUrl } from "../../api.ts";
import { Chart } from "../../parts/chart.tsx";
import { Table } from "../../parts/table.tsx";
import { useProject } from "../../project.ts";
import { Behind } from "./behind.tsx";
import { describeNumber, describeSeconds } from "./numbers.ts";
import type { OpenPeople } from "./people.ts";
import { entitiesOf } from "./question.ts";
import type { QuestionDraft } from "./question.ts";
import { toFields } from "./to-fields.ts";

interface TimeToConvertProps {
  question: QuestionDraft;
  result: TimeToConvertResult;
  open: OpenPeople;
  compact: boolean;
}

/** The time from one step to another. The API returns the persons of all bins together, not of each. */
export function TimeToConvert({ question, result, open, compact }: TimeToConvertProps) {
  const { P } = useProject();
  const { bins, average_conversion_time: average } = result;
  const labels = useMemo(() => bins.map(([start]) => `from ${describeSeconds(start)}`), [bins]);
  const lines = useMemo(() => [{ name: "persons", data: bins.map(([, count]) => count), colour: 0 }], [bins]);
  const openAll = () => {
    const step = (question.funnel_to_step ?? entitiesOf(question).length - 1) + 1;
    const { funnel_viz_type: _, bin_count: __, ...funnel } = toFields(question);
    const path = toUrl(`${P}/persons/funnel/`, { ...funnel, funnel_step: step });
    open({ title: "Everybody who got there", path });
  };
  return (
    <>
      <p>
        On average <b>{describeSeconds(average)}</b> ·{" "}
        <button type="button" class="number-link" onClick={openAll}>
          everybody who got there
        </button>
      </p>
      <Chart
        name="Persons by the time that it took them"
        labels={labels}
        lines={lines}
        form="bars"
        tell={describeNumber}
        compact={compact}
      />
      {!compact && (
        <Behind name="the time to convert">
          {() => (
            <Table
              caption="Persons by the time that it took them"
              columns={[
                { name: "Time", cell: ([start]) => `from ${describeSeconds(start)}` },
                { name: "Persons", isNumber: true, cell: ([, count]) => describeNumber(count) },
              ]}
              rows={bins}
              rowKey={([start]) => start}
            />
          )}
        </Behind>
      )}
    </>
  );
}
