import { InvalidArgumentError } from "commander";
import type { Command } from "commander";
import type { FunnelQuestion, Hoglet } from "../../lib/index.ts";
import { databaseFlag } from "../database.ts";
import { flag, jsonFlag, toWholeNumber } from "../flag.ts";
import { openForReading } from "../open-for-reading.ts";
import { print, printJson } from "../print.ts";
import { toTable } from "../table.ts";

interface FunnelFlags {
  db?: string;
  project?: number;
  dateFrom?: string;
  dateTo?: string;
  window?: Window;
  order?: (typeof ORDERS)[number];
  breakdown?: string;
  explain?: string;
  json?: true;
}

type Unit = NonNullable<FunnelQuestion["funnel_window_interval_unit"]>;

interface Window {
  funnel_window_interval: number;
  funnel_window_interval_unit: Unit;
}

type FunnelResult = Awaited<ReturnType<Hoglet["insights"]["funnel"]>>;
type Explanation = NonNullable<FunnelResult["explanation"]>;

/** A step in the table. */
interface Step {
  name: string;
  order: number;
  count: number;
  average_conversion_time: number | null;
  breakdown?: unknown;
}

const ORDERS = ["ordered", "strict", "unordered"] as const;

/**
 * `hoglet funnel`: counts the persons who did one event after another; for one person, shows which event took which
 * step and why others did not.
 */
export function addFunnel(program: Command): void {
  program
    .command("funnel")
    .description("counts the persons who did one event after another")
    .argument("<events...>", "names of the events, one for each step")
    .addOption(databaseFlag())
    .addOption(
      flag("--project <id>", "a project other than the first").argParser((text) =>
        toWholeNumber(text, 1, Number.MAX_SAFE_INTEGER),
      ),
    )
    .addOption(flag("--date-from <date>", "such as 2024-03-01, -30d or all (default: -7d)"))
    .addOption(flag("--date-to <date>", "(default: today)"))
    .addOption(
      flag(
        "--window <time>",
        "longest time from the first step to the last, such as 30minute or 12h (default: 14day)",
      ).argParser(toWindow),
    )
    .addOption(flag("--order <name>", "order of the steps (default: ordered)").choices(ORDERS))
    .addOption(flag("--breakdown <property>", "property of events: a funnel for each value"))
    .addOption(
      flag("--explain <distinct-id>", "show the events of one person at each step, and why others did not count"),
    )
    .addOption(jsonFlag())
    .action(funnel);
}

/** Without m, which could mean minutes or months. */
const UNITS: Record<string, Unit> = {
  s: "second",
  h: "hour",
  d: "day",
  w: "week",
  second: "second",
  minute: "minute",
  hour: "hour",
  day: "day",
  week: "week",
  month: "month",
};

function toWindow(text: string): Window {
  const [, count, word = ""] = /^([1-9]\d{0,4})\s*(second|minute|hour|day|week|month|[shdw](?!\w))s?$/.exec(text) ?? [];
  const unit = UNITS[word];
  if (count === undefined || unit === undefined) {
    throw new InvalidArgumentError("Expected a time such as 30minute, 12h, 14d or 1month.");
  }
  return { funnel_window_interval: Number(count), funnel_window_interval_unit: unit };
}

async function funnel(events: string[], flags: FunnelFlags): Promise<void> {
  const { db, project, dateFrom, dateTo, window, order, breakdown, explain, json } = flags;
  await using hoglet = await openForReading(db);
  const { result, explanation } = await hoglet.insights.funnel({
    events: events.map((id, index) => ({ id, order: index })),
    ...(project !== undefined && { project }),
    ...(dateFrom !== undefined && { date_from: dateFrom }),
    ...(dateTo !== undefined && { date_to: dateTo }),
    ...window,
    ...(order !== undefined && { funnel_order_type: order }),
    ...(breakdown !== undefined && { breakdown, breakdown_type: "event" }),
    ...(explain !== undefined && { explain: true, distinct_id: explain }),
  });
  if (json) printJson(explanation ?? result);
  else for (const line of toLines(result as Step[] | Step[][], explanation)) print(line);
}

function toLines(result: Step[] | Step[][], explanation: Explanation | null | undefined): string[] {
  if (explanation) return toTable([["step", "event", "taken", "why not"], ...explanation.steps.map(toReason)]);
  const lines = result.some(Array.isArray) ? (result as Step[][]) : [result as Step[]];
  const isBroken = lines.some(([first]) => first?.breakdown !== undefined);
  const header = ["step", "event", "count", "of first", "seconds", ...(isBroken ? ["value"] : [])];
  return toTable([header, ...lines.flatMap((steps) => steps.map((step) => toRow(step, steps)))]);
}

function toRow({ name, order, count, average_conversion_time: seconds, breakdown }: Step, steps: Step[]): string[] {
  const first = steps[0]?.count ?? 0;
  const part = first === 0 ? "" : `${Math.round((count / first) * 1000) / 10} %`;
  const row = [String(order + 1), name, String(count), part, seconds === null ? "" : String(Math.round(seconds))];
  return breakdown === undefined ? row : [...row, String(breakdown)];
}

function toReason({ order, name, event, reason, because_of: because }: Explanation["steps"][number]): string[] {
  const why = [reason?.replaceAll("_", " "), because && `(${because.event}, ${because.timestamp})`];
  return [String(order + 1), name, event?.timestamp ?? "no", why.filter(Boolean).join(" ")];
}
