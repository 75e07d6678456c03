import * as v from "valibot";
import type { Project } from "../../admin/projects/index.ts";
import { toIso } from "../../base/clock.ts";
import { invalid } from "../../base/errors.ts";
import type { SqlCondition } from "../../hogql/index.ts";
import type { EventsBehind } from "../../questions/index.ts";
import { nodePersons } from "../../questions/people/index.ts";
import { toSqlCondition } from "../../sql/index.ts";
import type { QueryAsks } from "../query-asks.ts";
import { actorLists, InsightActorsNode, pointsOf } from "./actor-sources.ts";
import { isIn, NOTHING, passesTests } from "./event-conditions.ts";

/** Actors whose events are listed, at most. */
const MAX_ACTORS = 100_000;

/**
 * The condition of the events behind a number, and the dates that they lie between, if the number has dates.
 * @throws HogletError 400 naming the field
 */
export async function eventsBehind(
  ctx: QueryAsks,
  project: Project,
  node: v.InferOutput<typeof InsightActorsNode>,
): Promise<{ fromMs?: number; untilMs?: number; condition: SqlCondition }> {
  const { events } = pointsOf(node);
  if (events === undefined) {
    throw invalid(
      "source",
      `The events of ${node.source.kind} are not listed; list its actors by ActorsQuery.`,
      "unsupported",
    );
  }
  const parts = await events(ctx, project, node.source, node);
  if (parts.length === 0) return { condition: NOTHING };
  const values: SqlCondition[] = [{ type: "OR", values: parts.map(toCondition) }];
  if (parts.some(({ isOfActors }) => isOfActors)) {
    const persons = await nodePersons(ctx, project, await actorLists(ctx, project, node));
    if (persons.length > MAX_ACTORS)
      throw invalid("source", `Expected at most ${MAX_ACTORS} actors but it has ${persons.length}.`);
    values.push(
      isIn(
        "person_id",
        persons.map(({ uuid }) => uuid),
      ),
    );
  }
  return {
    fromMs: Math.min(...parts.map(({ range }) => range.fromMs)),
    untilMs: Math.max(...parts.map(({ range }) => range.untilMs)),
    condition: { type: "AND", values },
  };
}

function toCondition({ range, select }: EventsBehind): SqlCondition {
  const { anyOf, filter, needsPerson, needsSession } = select;
  const needs = [
    `timestamp >= '${toIso(range.fromMs)}'`,
    `timestamp < '${toIso(range.untilMs)}'`,
    ...(needsPerson ? ["person_id IS NOT NULL"] : []),
    ...(needsSession ? ["notEmpty(properties.$session_id)"] : []),
  ];
  return {
    type: "AND",
    values: [
      ...needs.map((expression): SqlCondition => ({ type: "hogql", expression })),
      passesTests(anyOf),
      toSqlCondition(filter),
    ],
  };
}
