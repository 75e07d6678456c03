import { InvalidArgumentError } from "commander";
import type { Command, Option } from "commander";
import { choiceFlag, flag, toWholeNumber } from "../flag.ts";
import { parseWhere } from "./where.ts";

/** The longest time of a funnel. */
export interface Window {
  interval: number;
  unit: string;
}

/** The flags of all kinds; each kind has some of them. */
export interface QuestionFlags {
  events?: string[];
  actions?: string[];
  dateFrom?: string;
  dateTo?: string;
  where?: string[];
  filterTestAccounts?: true;
  group?: string;
  interval?: string;
  math?: string;
  mathProperty?: string;
  breakdown?: string[];
  breakdownLimit?: number;
  compare?: true;
  compareTo?: string;
  formula?: string;
  display?: string;
  smoothing?: number;
  window?: Window;
  order?: string;
  view?: string;
  attribution?: string;
  exclude?: string[];
  explain?: string;
  target?: string;
  returning?: string;
  period?: string;
  totalIntervals?: number;
  type?: string;
  minimumOccurrences?: number;
  cumulative?: true;
  include?: string[];
  startPoint?: string;
  endPoint?: string;
  stepLimit?: number;
  edgeLimit?: number;
  minEdgeWeight?: number;
  excludeEvents?: string[];
  pathGroupings?: string[];
  by?: string;
  names?: string[];
  excludeNames?: string[];
}

export const toPositive = (text: string) => toWholeNumber(text, 1, 1_000_000);

/** The flag of conditions, which may be given several times. */
export function whereFlag(): Option {
  return flag("--where <conditions>", "such as 'plan = pro and person.age > 30', see the guide Ask").argParser(
    (text: string, before: string[] | undefined) => {
      parseWhere(text);
      return [...(before ?? []), text];
    },
  );
}

/** Adds dates and conditions, which also lie over saved insights and queries of files. */
export function addFilters(command: Command): Command {
  return command
    .addOption(flag("--date-from <date>", "such as 2024-03-01, -30d, mStart or all (default: -7d)"))
    .addOption(flag("--date-to <date>", "(default: now)"))
    .addOption(whereFlag());
}

/** The flags that several kinds share. */
export const shared = {
  events: () => flag("--events <names...>", "events, as the arguments"),
  actions: () => flag("--actions <names...>", "saved actions, by name or id, after the events"),
  testAccounts: () => flag("--filter-test-accounts", "leave out the project's test accounts"),
  group: () => flag("--group <type>", "count groups of this type instead of persons"),
  interval: () =>
    choiceFlag("--interval <name>", "length of a period (default: day)", ["hour", "day", "week", "month"]),
  breakdown: () => flag("--breakdown <properties...>", "a line for each value: plan, person.plan, group.company.plan"),
  /** The flag under the name that other tools give a breakdown. */
  by: () =>
    flag("--by <property>", "see --breakdown")
      .hideHelp()
      .argParser((name) => {
        throw new InvalidArgumentError(`Did you mean --breakdown ${name}?`);
      }),
  breakdownLimit: () =>
    flag("--breakdown-limit <count>", "values with a line of their own (default: 25)").argParser(toPositive),
  compare: () => flag("--compare", "with the period before"),
  compareTo: () => flag("--compare-to <span>", "with the period that lies so far back, such as -1w"),
  window: () =>
    flag(
      "--window <time>",
      "longest time from the first step to the last, such as 30minute or 12h (default: 14day)",
    ).argParser(toWindow),
  order: () =>
    choiceFlag("--order <name>", "order of the steps (default: ordered)", ["ordered", "strict", "unordered"]),
  explain: () =>
    flag("--explain <distinct-id>", "show by the events of one person why they are counted or not, and the SQL"),
  exclude: () => flag("--exclude <events...>", "events that may not happen between the first step and the last"),
} satisfies Record<string, () => Option>;

/** The units of a window, without m, which could mean minutes or months. */
const UNITS: Record<string, string> = {
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
  return { interval: Number(count), unit };
}
