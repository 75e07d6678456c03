import type { FunnelExplanation } from "../../../lib/index.ts";
import { insideOf } from "../inside-view.ts";
import { show } from "../subset.ts";
import type { AssertedView } from "../test-view.ts";
import { stepNames } from "./ask-funnel.ts";
import type { WholeFunnel } from "./ask-funnel.ts";

/** Distinct ids whose way is read. */
const MOST_IDS = 50;

/** The way of the person who came nearest to the end; empty for a funnel of other units. */
export async function explainDrop(view: AssertedView, funnel: WholeFunnel): Promise<string> {
  const post = insideOf(view)?.post;
  const question = post && (await toQuestion(post, funnel));
  if (!question || OF_OTHERS.some((field) => (question[field] ?? null) !== null)) return "";
  const ids = [...new Set((await view.events()).map(({ distinct_id: id }) => id))].slice(-MOST_IDS);
  const ways: { id: string; way: FunnelExplanation }[] = [];
  for (const id of ids) {
    const asked = { ...question, explain: true, distinct_id: id };
    const { explanation } = (await post("/insights/funnel/", asked)) as { explanation?: FunnelExplanation | null };
    if (explanation && !explanation.is_converted && saidOf(explanation) > 0) ways.push({ id, way: explanation });
  }
  const [nearest] = ways.toSorted((a, b) => b.way.furthest - a.way.furthest || saidOf(b.way) - saidOf(a.way));
  const names = stepNames(funnel);
  return `\n${nearest === undefined ? `Nobody has an event of the first step, ${names[0]}.` : describeWay(nearest, names)}`;
}

/** Fields by which a funnel counts groups or values instead of persons. */
const OF_OTHERS = ["aggregation_group_type_index", "funnel_aggregate_by_hogql"];

/** The funnel in the older dialect, which the explanation is asked in; null = it has no such form. */
async function toQuestion(
  post: (path: string, body: object) => Promise<unknown>,
  funnel: WholeFunnel,
): Promise<Record<string, unknown> | null> {
  if (!("kind" in funnel)) return { ...funnel };
  const upgraded = (await post("/query/upgrade/", { query: funnel })) as { question: Record<string, unknown> | null };
  return upgraded.question;
}

/** The number of explained steps, which decides between persons who got as far. */
function saidOf({ steps }: FunnelExplanation): number {
  return steps.filter(({ event, because_of: because }) => event !== null || because !== null).length;
}

function describeWay({ id, way }: { id: string; way: FunnelExplanation }, names: readonly string[]): string {
  const { steps, furthest } = way;
  const shown = steps.slice(0, furthest + 1).map(({ name, event, reason, because_of: because }, order) => {
    const step = names[order] ?? name;
    if (event !== null) return `  ${step}: ${event.timestamp}`;
    const about = because === null ? "" : `: ${show(because.event)} at ${because.timestamp}`;
    return `  ${step}: ${REASONS[reason ?? "no_such_event"]}${about}`;
  });
  return [`The nearest person, ${id}:`, ...shown].join("\n");
}

const REASONS: Record<NonNullable<FunnelExplanation["steps"][number]["reason"]>, string> = {
  no_such_event: "no event of this step",
  filtered_out: "kept out by the filters of the step or of the funnel",
  out_of_range: "outside of the funnel's dates",
  out_of_window: "after the conversion window",
  wrong_order: "not after the step before it",
  interrupted: "another event came between",
  excluded: "an excluded event came between",
  earlier_step_missing: "the step before it was not taken",
};
