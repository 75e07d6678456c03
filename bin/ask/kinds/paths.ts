import { choiceFlag, flag, toWholeNumber } from "../../flag.ts";
import type { AskKind } from "../kind.ts";
import { given } from "../node-parts.ts";
import { shared, toPositive } from "../question-flags.ts";
import type { QuestionFlags } from "../question-flags.ts";
import type { Cell } from "../../draw/table.ts";
import { counted, toCount, toSpan } from "../../draw/words.ts";
import type { Asked, Part, Sheet } from "../sheet.ts";

const EVENTS = ["$pageview", "$screen", "custom_event"];

/** `hoglet ask paths`. */
export const paths: AskKind = {
  name: "paths",
  node: "PathsQuery",
  summary: "lists what persons did one after the other",
  argument: null,
  isOfGroups: false,
  options: () => [
    shared.explain(),
    choiceFlag("--include <kinds...>", "pages, screens or own events (default: all)", EVENTS),
    flag("--start-point <item>", "paths begin at this page or event"),
    flag("--end-point <item>", "paths end at this page or event"),
    flag("--step-limit <count>", "items of a path (default: 5)").argParser(toPositive),
    flag("--edge-limit <count>", "the most frequent steps (default: 50)").argParser(toPositive),
    flag("--min-edge-weight <count>", "leave out steps that were taken less often").argParser(toWeight),
    flag("--exclude-events <items...>", "pages and events that do not take part"),
    flag("--path-groupings <patterns...>", "items that count as one, such as '/user/*'"),
  ],
  toNode: ({ include, startPoint, endPoint, stepLimit, edgeLimit, minEdgeWeight, excludeEvents, pathGroupings }) => {
    const edges = { edgeLimit, minEdgeWeight, excludeEvents, pathGroupings };
    const pathsFilter = given({ includeEventTypes: include, startPoint, endPoint, stepLimit, ...edges });
    return Promise.resolve({ kind: "PathsQuery", pathsFilter });
  },
  sayWhat,
  toSheet,
};

function toWeight(text: string): number {
  return toWholeNumber(text, 0, Number.MAX_SAFE_INTEGER);
}

function sayWhat({ include = [], startPoint, endPoint }: QuestionFlags): string {
  const what = include.length === 0 ? "pages and events" : include.join(", ");
  return `${what}${startPoint === undefined ? "" : ` from ${startPoint}`}${endPoint === undefined ? "" : ` to ${endPoint}`}`;
}

interface Edge {
  source: string;
  target: string;
  value: number;
  /** Milliseconds. */
  average_conversion_time: number;
}

/** Paths: items and their followers, place by place, the most frequent first. */
function toSheet({ answer }: Asked): Sheet {
  const edges = answer.results as Edge[];
  const read = edges.map((edge) => ({ ...edge, ...readItem(edge.source, edge.target) }));
  const places = [...new Set(read.map(({ place }) => place))].toSorted((a, b) => a - b);
  const origin = commonOrigin(read.flatMap(({ from, to }) => [from, to]));
  const shown = (item: string) => (origin === null ? item : item.slice(origin.length) || "/");
  const most = Math.max(0, ...edges.map(({ value }) => value));
  const parts = places.map((place): Part => {
    const rows = read
      .filter((edge) => edge.place === place)
      .toSorted((a, b) => b.value - a.value)
      .map(({ from, to, value, average_conversion_time: ms }): Cell[] => [
        shown(from),
        { text: "→", tone: "faint" },
        shown(to),
        toCount(value),
        { bar: most === 0 ? 0 : value / most },
        toSpan(ms / 1000),
      ]);
    const columns = [
      { name: `step ${place}` },
      { name: "", mustStay: true },
      { name: `step ${place + 1}`, mustStay: true },
      { name: "times", isNumber: true, mustStay: true },
      { name: "" },
      { name: "after, mean", isNumber: true },
    ];
    return { table: { columns, rows } };
  });
  const records = read.map(({ place, from, to, value, average_conversion_time: ms }) => ({
    step: place,
    source: from,
    target: to,
    count: value,
    average_seconds: ms / 1000,
  }));
  const starts = read.filter(({ place }) => place === 1).reduce((sum, { value }) => sum + value, 0);
  const below = origin === null ? "" : `, below ${origin}`;
  return {
    total:
      edges.length === 0
        ? "Nobody took two steps."
        : `${counted(edges.length, "way")}, ${toCount(starts)} times from step 1 to step 2${below}`,
    parts,
    records,
  };
}

/** The origin of all items, where they are URLs of one site; null = they are not. */
function commonOrigin(items: readonly string[]): string | null {
  const origins = new Set(items.map((item) => /^https?:\/\/[^/?#]+/.exec(item)?.[0] ?? ""));
  const [only = ""] = origins;
  return origins.size === 1 && only !== "" ? only : null;
}

/** The place and the items of an edge, from `1_/pricing` and `2_/about`. */
function readItem(source: string, target: string): { place: number; from: string; to: string } {
  const [, place = "1", from = source] = /^(\d+)_(.*)$/s.exec(source) ?? [];
  return { place: Number(place), from, to: target.replace(/^\d+_/, "") };
}
