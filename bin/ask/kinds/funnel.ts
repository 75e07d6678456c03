import type { Api } from "../../api.ts";
import { counted } from "../../draw/words.ts";
import { choiceFlag } from "../../flag.ts";
import type { AskKind } from "../kind.ts";
import { filled, toBreakdown, toSeries } from "../node-parts.ts";
import type { Node } from "../node-parts.ts";
import { shared } from "../question-flags.ts";
import type { QuestionFlags } from "../question-flags.ts";
import { funnelSheet } from "./funnel-sheet.ts";

const VIEWS = ["steps", "trends", "time_to_convert"];
const ATTRIBUTIONS = ["first_touch", "last_touch", "all_events"];

/** `hoglet ask funnel`. */
export const funnel: AskKind = {
  name: "funnel",
  node: "FunnelsQuery",
  summary: "counts the persons who did one event after another",
  argument: "[events...]",
  least: 1,
  isOfGroups: true,
  options: () => [
    shared.events(),
    shared.actions(),
    shared.window(),
    shared.order(),
    shared.exclude(),
    choiceFlag("--view <name>", "steps, over time, or the times that it took (default: steps)", VIEWS),
    shared.interval(),
    shared.breakdown(),
    shared.by(),
    shared.breakdownLimit(),
    choiceFlag("--attribution <name>", "the event that decides a person's value (default: first_touch)", ATTRIBUTIONS),
    shared.explain(),
  ],
  toNode: toFunnel,
  sayWhat: saySteps,
  sayHow: sayWindow,
  toSheet: funnelSheet,
};

export async function toFunnel(flags: QuestionFlags, api: Api): Promise<Node> {
  const series = await toSeries(flags, api);
  const { window, order, view, attribution, exclude = [] } = flags;
  const between = { funnelFromStep: 0, funnelToStep: series.length - 1 };
  const exclusions = exclude.map((event) => Object.assign({ kind: "EventsNode", event }, between));
  return {
    kind: "FunnelsQuery",
    series,
    interval: flags.interval,
    funnelsFilter: filled({
      funnelVizType: view,
      funnelOrderType: order,
      funnelWindowInterval: window?.interval,
      funnelWindowIntervalUnit: window?.unit,
      breakdownAttributionType: attribution,
      exclusions: exclusions.length === 0 ? undefined : exclusions,
    }),
    ...(await toBreakdown(flags, api)),
  };
}

/** The steps of a funnel. */
export function saySteps({ events = [], actions = [] }: QuestionFlags): string {
  return [...events, ...actions].join(" → ");
}

/** How long persons may take. */
export function sayWindow(node: Readonly<Node>): string[] {
  const filter = (node["funnelsFilter"] ?? {}) as Node;
  const { funnelWindowInterval: count, funnelWindowIntervalUnit: unit } = filter;
  return [`within ${counted(Number(count ?? 14), String(unit ?? "day"))}`];
}
