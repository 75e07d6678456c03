import { flag } from "../../flag.ts";
import type { AskKind } from "../kind.ts";
import { filled, toCompare, toSeries } from "../node-parts.ts";
import { shared } from "../question-flags.ts";
import type { Cell } from "../../draw/table.ts";
import { counted, toCount, toShare } from "../../draw/words.ts";
import type { Asked, Part, Sheet } from "../sheet.ts";

/** `hoglet ask stickiness`. */
export const stickiness: AskKind = {
  name: "stickiness",
  node: "StickinessQuery",
  summary: "counts persons by the number of periods in which they did it",
  argument: "[events...]",
  isOfGroups: false,
  options: () => [
    shared.explain(),
    shared.events(),
    shared.actions(),
    shared.interval(),
    flag("--cumulative", "active in so many periods or more"),
    shared.compare(),
    shared.compareTo(),
  ],
  async toNode(flags, api) {
    return {
      kind: "StickinessQuery",
      series: await toSeries(flags, api),
      interval: flags.interval,
      stickinessFilter: filled({ computedAs: flags.cumulative ? "cumulative" : undefined }),
      ...toCompare(flags),
    };
  },
  sayWhat: ({ events = [], actions = [] }) => [...events, ...actions].join(", ") || "all events",
  sayHow: ({ interval }) => [`by ${String(interval ?? "day")}`],
  toSheet,
};

interface Line {
  label: string;
  count: number;
  data: number[];
  days: number[];
  labels: string[];
  compare_label?: string;
}

/** Stickiness: how many persons did it in so many periods. */
function toSheet({ answer }: Asked): Sheet {
  const lines = answer.results as Line[];
  const parts = lines.map((line): Part => {
    const heading = lines.length === 1 ? null : [line.label, line.compare_label].filter(Boolean).join(", ");
    const most = Math.max(0, ...line.data);
    const rows = line.data.map((count, at): Cell[] => [
      { text: line.labels[at] ?? "", tone: "faint" },
      toCount(count),
      { bar: most === 0 ? 0 : count / most },
      line.count === 0 ? "" : toShare(count / line.count),
    ]);
    const columns = [
      { name: "active for" },
      { name: "persons", isNumber: true, mustStay: true },
      { name: "" },
      { name: "", isNumber: true },
    ];
    return { ...(heading !== null && { heading }), table: { columns, rows } };
  });
  const records = lines.flatMap(({ label, data, days, compare_label: period }) =>
    data.map((count, at) => ({
      series: label,
      ...(period !== undefined && { compare: period }),
      intervals: days[at] ?? at + 1,
      count,
    })),
  );
  const totals = lines.map((line) => `${counted(line.count, "person")} did ${line.label}`);
  return { total: totals.length === 0 ? "Nothing was counted." : totals.join(" · "), parts, records };
}
