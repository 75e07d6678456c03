import type { Form, Row } from "../insights/question.ts";
import { isOneOf, windowFunnel } from "../insights/questions/funnel-sql.ts";
import { EIGHT, EXCLUDED, THREE } from "../insights/questions/funnels.ts";
import { JOURNEYS, PERSONS } from "../insights/questions/journeys.ts";
import { funnelTimes, orderedAttempts, strictAttempts, toTime, unorderedAttempts } from "./funnel-times.ts";
import { makeItems } from "./hand-written.ts";

/**
 * A question whose peers in `npm run bench -- insights` give less than its answer, or begin with a table that is no part of the file: SQL by hand for all
 * of it.
 */
export interface WholeAnswer {
  forms: WholeForm[];
  /** The answer as rows. @default those of the question */
  toRows?: (result: unknown) => Row[];
}

/** A form over hoglet's own tables. */
export interface WholeForm extends Form {
  /** Statements that belong to the question, and are timed. @param columns properties that have a column */
  before?: (database: string, columns: readonly string[]) => string[];
}

interface Step {
  order: number;
  count: number;
  breakdown_value?: string | string[];
  average_conversion_time: number | null;
  median_conversion_time: number | null;
}

function toStep({ order, count, average_conversion_time: mean, median_conversion_time: median }: Step): Row {
  return [order + 1, toTime(mean), toTime(median), count];
}

function toLineStep(step: Step): Row {
  return [String(step.breakdown_value), ...toStep(step)];
}

function funnel(form: Form): WholeAnswer {
  return { forms: [form], toRows: (result) => (result as Step[]).map(toStep) };
}

/** By the id of a question. */
export const WHOLE_ANSWERS: Record<string, WholeAnswer> = {
  funnel: funnel(funnelTimes(orderedAttempts(THREE))),
  "funnel-breakdown": {
    forms: [funnelTimes(orderedAttempts(THREE, { by: "browser" }))],
    toRows: (result) => (result as Step[][]).flat().map(toLineStep),
  },
  "funnel-exclusion": funnel(funnelTimes(orderedAttempts(THREE, { excluded: EXCLUDED }))),
  "funnel-8": funnel(funnelTimes(orderedAttempts(EIGHT))),
  "funnel-unordered": funnel(funnelTimes(unorderedAttempts(THREE))),
  "funnel-strict": funnel(funnelTimes(strictAttempts(THREE))),
  // The numbers of items are made by the question.
  paths: {
    forms: (JOURNEYS.find(({ id }) => id === "paths")?.peers.clickhouse ?? []).map((form) =>
      Object.assign({ before: makeItems }, form),
    ),
  },
  persons: {
    forms: [
      {
        sql: `WITH (SELECT groupArray(person) FROM (SELECT person FROM events WHERE ${isOneOf(THREE)} GROUP BY person
HAVING ${windowFunnel(THREE)} = ${THREE.length} ORDER BY person LIMIT ${PERSONS})) AS found
SELECT distinct_id, uuid, properties, 1 FROM persons
JOIN profiles USING (person) WHERE person IN (SELECT arrayJoin(found))`,
        finish: (rows) =>
          rows.map(([id = "", uuid = "", text, one = 1]) => [id, uuid, toProperties(JSON.parse(String(text))), one]),
      },
    ],
    toRows: (result) =>
      (result as { people: Person[] }[]).flatMap(({ people }) =>
        people.map(({ distinct_ids: ids, uuid, properties }): Row => [
          ids.find((id) => id.startsWith("user-")) ?? "",
          uuid,
          toProperties(properties),
          1,
        ]),
      ),
  },
};

interface Person {
  distinct_ids: string[];
  uuid: string;
  properties: Record<string, unknown>;
}

function toProperties(properties: Record<string, unknown>): string {
  return JSON.stringify(Object.entries(properties).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
