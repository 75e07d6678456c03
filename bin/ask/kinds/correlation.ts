import { choiceFlag, flag } from "../../flag.ts";
import type { AskKind } from "../kind.ts";
import type { Node } from "../node-parts.ts";
import { shared } from "../question-flags.ts";
import { saySteps, sayWindow, toFunnel } from "./funnel.ts";
import type { Cell } from "../../draw/table.ts";
import { counted, toCount } from "../../draw/words.ts";
import type { Asked, Sheet } from "../sheet.ts";

const PLACES = ["events", "properties", "event_with_properties"];

/** `hoglet ask correlation`. */
export const correlation: AskKind = {
  name: "correlation",
  node: "FunnelCorrelationQuery",
  summary: "lists events and properties that tell those who finished a funnel from the others",
  argument: "[events...]",
  least: 2,
  isOfGroups: true,
  options: () => [
    shared.events(),
    shared.actions(),
    shared.window(),
    shared.order(),
    choiceFlag("--by <name>", "where to look (default: events)", PLACES),
    flag("--names <names...>", "properties to look at, or events for event_with_properties (default: all)"),
    flag("--exclude-names <names...>", "events or properties to leave out"),
  ],
  async toNode({ by = "events", names, excludeNames, ...flags }, api) {
    return {
      kind: "FunnelCorrelationQuery",
      source: { kind: "FunnelsActorsQuery", source: await toFunnel(flags, api), funnelStep: 1 },
      funnelCorrelationType: by,
      ...(by === "events" && { funnelCorrelationExcludeEventNames: excludeNames }),
      ...(by === "properties" && {
        funnelCorrelationNames: names ?? ["$all"],
        funnelCorrelationExcludeNames: excludeNames,
      }),
      ...(by === "event_with_properties" && {
        funnelCorrelationEventNames: names ?? flags.events,
        funnelCorrelationEventExcludePropertyNames: excludeNames,
      }),
    };
  },
  withCommon(own, common) {
    const actors = own["source"] as Node;
    return { ...own, source: { ...actors, source: { ...(actors["source"] as Node), ...common } } };
  },
  sayWhat: saySteps,
  sayHow: (node) => sayWindow(funnelOf(node)),
  dated: funnelOf,
  toSheet,
};

function funnelOf(node: Readonly<Node>): Readonly<Node> {
  return (node["source"] as Node)["source"] as Node;
}

interface Correlation {
  events: {
    event: { event: string };
    success_count: number;
    failure_count: number;
    odds_ratio: number;
    correlation_type: "success" | "failure";
  }[];
  skewed: boolean;
}

/** Correlation: events and properties that tell persons who finished a funnel from the others. */
function toSheet({ answer }: Asked): Sheet {
  const { events, skewed: isSkewed } = answer.results as Correlation;
  const rows = events.map(
    ({ event, success_count: success, failure_count: failure, odds_ratio: odds, correlation_type: type }): Cell[] => [
      toName(event.event),
      toCount(success),
      toCount(failure),
      toOdds(odds),
      { text: type === "success" ? "finishing" : "giving up", tone: type === "success" ? "good" : "bad" },
    ],
  );
  const columns = [
    { name: "event or property" },
    { name: "finished", isNumber: true, mustStay: true },
    { name: "gave up", isNumber: true, mustStay: true },
    { name: "odds", isNumber: true, mustStay: true },
    { name: "goes with" },
  ];
  const skew = isSkewed ? " Nearly all, or nearly none, finished: little can be said." : "";
  return {
    total:
      events.length === 0
        ? `Nothing tells those who finished from the others.${skew}`
        : `${counted(events.length, "finding")}.${skew}`,
    parts: [{ table: { columns, rows } }],
    records: events.map((one) => ({
      name: toName(one.event.event),
      success_count: one.success_count,
      failure_count: one.failure_count,
      odds_ratio: one.odds_ratio,
      correlation_type: one.correlation_type,
    })),
  };
}

/** The name of an item for people, from `plan::pro` or `paid::amount::12`. */
function toName(name: string): string {
  return name.replaceAll("::", " = ");
}

/** Odds below 1 as their inverse, so that both sides compare. */
function toOdds(odds: number): string {
  const [sign, size] = odds >= 1 || odds <= 0 ? ["×", odds] : ["÷", 1 / odds];
  return `${sign} ${toCount(size >= 100 ? Math.round(size) : Math.round(size * 10) / 10)}`;
}
