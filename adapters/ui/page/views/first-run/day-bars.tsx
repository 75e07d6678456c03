import { Table } from "../../parts/table.tsx";

interface DayBarsProps {
  /** For example "2024-03-01". */
  days: readonly string[];
  counts: readonly number[];
}

/** A bar for each day, and the numbers as a table. */
export function DayBars({ days, counts }: DayBarsProps) {
  const most = Math.max(1, ...counts);
  const total = counts.reduce((sum, count) => sum + count, 0);
  return (
    <>
      <p>
        <strong class="first-run-total">{total.toLocaleString("en")}</strong> {total === 1 ? "event" : "events"}
      </p>
      <svg
        class="first-run-bars"
        viewBox={`0 0 ${days.length * 10} 100`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Events by day: ${total}, at most ${most} on a day; the numbers are in the table below`}
      >
        {counts.map((count, index) => {
          const height = (count / most) * 100;
          return (
            <rect key={days[index]} x={index * 10 + 1} width={8} y={100 - height} height={height}>
              <title>{`${days[index]}: ${count.toLocaleString("en")}`}</title>
            </rect>
          );
        })}
      </svg>
      <p class="first-run-ends hint">
        <span>{days[0]}</span>
        <span>{days.at(-1)}</span>
      </p>
      <details>
        <summary>As a table</summary>
        <Table
          caption="Events by day"
          columns={[
            { name: "Day", cell: ({ day }) => day },
            { name: "Events", cell: ({ count }) => count.toLocaleString("en"), isNumber: true },
          ]}
          rows={days.map((day, index) => ({ day, count: counts[index] ?? 0 }))}
          rowKey={({ day }) => day}
        />
      </details>
    </>
  );
}
