import type { FunnelTrendResult } from "../../../../../lib/index.ts";
import { Table } from "../../parts/table.tsx";
import type { Column } from "../../parts/table.tsx";
import { Count } from "./count.tsx";
import { describeNumber } from "./numbers.ts";
import { toPath } from "./people.ts";
import type { OpenPeople } from "./people.ts";
import { describeBreakdown } from "./series.ts";

interface FunnelTrendTableProps {
  lines: readonly FunnelTrendResult[];
  open: OpenPeople;
}

/** One period of one line. */
interface Period {
  day: string;
  line: string | null;
  rate: number;
  from: number;
  to: number;
  convertedUrl: string | undefined;
  droppedUrl: string | undefined;
}

/** The numbers of a funnel over time: the persons who began in each period, and those who finished. */
export function FunnelTrendTable({ lines, open }: FunnelTrendTableProps) {
  const openBy = (text: string, { day, line }: Period, link: string | undefined) =>
    link === undefined
      ? undefined
      : () =>
          open({
            title: [`${text} from ${day}`, line].filter((part) => part !== null).join(" · "),
            path: toPath(link),
          });
  const isBroken = lines.some(({ breakdown_value: value }) => value !== undefined);
  const columns: Column<Period>[] = [
    { name: "Began", cell: ({ day }) => day },
    ...(isBroken ? [{ name: "Value", cell: ({ line }: Period) => line }] : []),
    { name: "Conversion", isNumber: true, cell: ({ rate }) => `${describeNumber(rate)} %` },
    { name: "Persons", isNumber: true, cell: ({ from }) => describeNumber(from) },
    {
      name: "Converted",
      isNumber: true,
      cell: (period) => (
        <Count
          text={describeNumber(period.to)}
          isNothing={period.to === 0}
          open={openBy("Converted", period, period.convertedUrl)}
        />
      ),
    },
    {
      name: "Dropped off",
      isNumber: true,
      cell: (period) => (
        <Count
          text={describeNumber(period.from - period.to)}
          isNothing={period.from === period.to}
          open={openBy("Dropped off", period, period.droppedUrl)}
        />
      ),
    },
  ];
  return (
    <Table
      caption="Conversion over time"
      columns={columns}
      rows={lines.flatMap(toPeriods)}
      rowKey={({ day, line }) => `${day} ${line ?? ""}`}
    />
  );
}

function toPeriods(trend: FunnelTrendResult): Period[] {
  const { days, data, breakdown_value: value, converted_people_urls: converted, dropped_people_urls: dropped } = trend;
  return days.map((day, place) => ({
    day,
    line: value === undefined ? null : describeBreakdown(value),
    rate: data[place] ?? 0,
    from: trend.reached_from_step_count[place] ?? 0,
    to: trend.reached_to_step_count[place] ?? 0,
    convertedUrl: converted[place],
    droppedUrl: dropped[place],
  }));
}
