import type { AskKind } from "../kind.ts";
import { toSeries } from "../node-parts.ts";
import { shared } from "../question-flags.ts";
import { BLOCKS } from "../../draw/table.ts";
import type { Cell, Column } from "../../draw/table.ts";
import type { Tone } from "../../draw/paint.ts";
import { toCount, toPeriod } from "../../draw/words.ts";
import type { Asked, Sheet } from "../sheet.ts";

/** `hoglet ask lifecycle`. */
export const lifecycle: AskKind = {
  name: "lifecycle",
  node: "LifecycleQuery",
  summary: "counts new, returning, resurrecting and dormant persons of an event",
  argument: "[event]",
  most: 1,
  isOfGroups: true,
  options: () => [shared.events(), shared.interval(), shared.explain()],
  async toNode(flags, api) {
    return { kind: "LifecycleQuery", series: await toSeries(flags, api), interval: flags.interval };
  },
  sayWhat: ({ events = [] }) => events.join(", ") || "all events",
  sayHow: ({ interval }) => [`by ${String(interval ?? "day")}`],
  toSheet,
};

interface Line {
  status: keyof typeof TONES;
  count: number;
  data: number[];
  days: string[];
}

const TONES = { new: "good", returning: "main", resurrecting: "third", dormant: "bad" } as const satisfies Record<
  string,
  Tone
>;
const ORDER = ["new", "returning", "resurrecting", "dormant"] as const;

/** Lifecycle: new, returning, resurrecting and dormant persons of each period. */
function toSheet({ node, answer }: Asked): Sheet {
  const lines = answer.results as Line[];
  const interval = String(node["interval"] ?? "day");
  const days = lines[0]?.days ?? [];
  const at = (status: string, index: number) => lines.find((line) => line.status === status)?.data[index] ?? 0;
  const most = Math.max(
    1,
    ...days.map((_, index) => ORDER.reduce((sum, status) => sum + Math.abs(at(status, index)), 0)),
  );
  const columns: Column[] = [
    { name: "" },
    ...ORDER.map((name) => ({ name: `${name} ${BLOCKS[TONES[name]] ?? ""}`, isNumber: true })),
    { name: "" },
  ];
  const rows = days.map((day, index): Cell[] => [
    { text: toPeriod(day, interval), tone: "faint" },
    ...ORDER.map((status): Cell => ({ text: toCount(Math.abs(at(status, index))), tone: TONES[status] })),
    { stack: ORDER.map((status) => [Math.abs(at(status, index)) / most, TONES[status]] as const) },
  ]);
  const sums = ORDER.map(
    (status) => `${toCount(Math.abs(lines.find((line) => line.status === status)?.count ?? 0))} ${status}`,
  );
  return {
    total: `Over all periods: ${sums.join(", ")}`,
    parts: [{ table: { columns, rows } }],
    records: days.map((date, index) =>
      Object.fromEntries([["date", date], ...ORDER.map((status) => [status, Math.abs(at(status, index))])]),
    ),
  };
}
