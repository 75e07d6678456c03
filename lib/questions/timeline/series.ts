import { findAction, toEventTests } from "../../admin/actions/index.ts";
import type { Context } from "../context.ts";
import { invalid } from "../../base/errors.ts";
import { eventRowReader } from "../../log/list/index.ts";
import type { StoredEvent } from "../../log/list/index.ts";
import { cohortLookup, compileEventTests, withDates } from "../../events/filters/index.ts";
import type { EventTest } from "../../events/filters/index.ts";
import type { TimelineQuery } from "./query.ts";

type Reads = Pick<Context, "db" | "clock">;

/**
 * Makes the test whether an event counts in a timeline: it does when it belongs to any member of the series, and always
 * when there is none. Make a new one for each question.
 * @throws invalid at `actions` when the project has no such action
 */
export function compileSeries(
  ctx: Reads,
  projectId: number,
  series: TimelineQuery["series"],
): (event: StoredEvent) => boolean {
  const tests = series.flatMap((member) =>
    "action" in member ? actionTests(ctx, projectId, member.action) : [nameTest(member.event)],
  );
  if (series.length === 0 || tests.some(isAny)) return () => true;
  const names = new Set(tests.map((test) => test.event));
  const passes = compileEventTests(withDates(tests, ctx.clock.now()), cohortLookup(ctx, projectId));
  const toRow = eventRowReader(ctx.db, projectId);
  // The name first: most events fall by it, and need not be parsed.
  return (event) => (names.has(null) || names.has(event.event)) && passes(toRow(event));
}

function actionTests(ctx: Reads, projectId: number, id: number): EventTest[] {
  const action = findAction(ctx, projectId, id);
  if (action === undefined) throw invalid("actions", `There is no action with the id ${id}.`);
  return toEventTests(action.steps);
}

function nameTest(event: string | null): EventTest {
  return { event, filter: { type: "AND", values: [] } };
}

function isAny({ event, filter }: EventTest): boolean {
  return event === null && filter.values.length === 0;
}
