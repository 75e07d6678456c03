import { invalid } from "../../base/errors.ts";
import { cohortLookup, compileEventTests, withDates } from "../../events/filters/index.ts";
import { eventRowReader } from "../../log/list/index.ts";
import type { StoredEvent } from "../../log/list/index.ts";
import type { Context } from "../context.ts";
import type { Entity } from "../shared/entity.ts";
import { resolveEntities } from "../shared/resolve-entities.ts";
import { toSelection } from "../shared/selection.ts";

/**
 * Tests whether an event is any entity of the series; without entities every event is. Make a new test for each
 * question.
 * @throws invalid at `actions` when the project has no such action
 */
export function compileSeries(
  ctx: Pick<Context, "db" | "clock" | "expressions">,
  projectId: number,
  entities: Entity[],
): (event: StoredEvent) => boolean {
  const resolved = resolveEntities(ctx, projectId, entities);
  if (resolved === null) throw invalid("actions", "An action of the series does not exist.");
  const tests = resolved.flatMap((each) => toSelection(each, []).anyOf);
  const isAny = tests.some(({ event, filter }) => event === null && filter.values.length === 0);
  if (entities.length === 0 || isAny) return () => true;
  const names = new Set(tests.map((test) => test.event));
  const passes = compileEventTests(withDates(tests, ctx.clock.now()), cohortLookup(ctx, projectId));
  const toRow = eventRowReader(ctx, projectId);
  // The name first: it rules out most events before they are parsed.
  return (event) => (names.has(null) || names.has(event.event)) && passes(toRow(event));
}
