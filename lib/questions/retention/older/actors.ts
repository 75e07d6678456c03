import type { GroupValue } from "../../../port/lines.ts";
import { invalid } from "../../../base/errors.ts";
import { parseJsonText } from "../../../base/json-text.ts";
import { openQuestion } from "../../shared/answer.ts";
import type { Asks } from "../../shared/answer.ts";
import type { ProjectSettings } from "../../shared/project-settings.ts";
import { toWholeNumber } from "../../shared/whole-number.ts";
import type { AppearanceList, RetentionActorList } from "../plan.ts";
import { toCohort } from "../actors.ts";
import { toRetentionRows } from "../to-retention-plan.ts";
import { planOlderRetention } from "./answer.ts";
import { readOlderRetention } from "./question.ts";
import type { RetentionFilter } from "./question.ts";

/** The persons of a cell, or a table of the persons of a row. */
export type RetentionPoint = {
  /** The question in normal form. */
  filters: RetentionFilter;
} & (
  | { show: "actors"; list: RetentionActorList | null }
  | {
      show: "appearances";
      list: AppearanceList | null;
      /** Cells shown of each actor. */
      cells: number;
    }
);

/**
 * The actors of a cell, or of a row (`display=ActionsTable`).
 * @param input the retention's fields and those of the point
 * @returns `list` null = an action does not exist
 * @throws HogletError 400 naming the field. Source: reference/insights.md 13.6.
 */
export function olderRetentionActors(
  ctx: Pick<Asks, "clock" | "db">,
  project: ProjectSettings,
  input: Record<string, unknown>,
): RetentionPoint {
  const { query, filter: filters } = readOlderRetention(input);
  const asked = openQuestion(ctx, project, "");
  const selected = toWholeNumber(input["selected_interval"] || 0, "selected_interval", 0);
  const isTable = input["display"] === "ActionsTable";
  const named = toRow(toValues(input["breakdown_values"]), {
    hasBreakdown: query.breakdown !== null || query.cohorts !== null,
    otherwise: isTable ? selected : 0,
  });
  const cohort = query.cohorts === null ? undefined : toCohort(query.cohorts, named);
  const row = cohort === undefined ? named : [];
  const plan = planOlderRetention(ctx, asked, query, toRetentionRows(query, asked), cohort);
  if (!isTable)
    return { filters, show: "actors", list: plan && { kind: "retention-actors", plan, row, cell: selected } };
  const cells = Math.max(0, query.intervals - selected);
  return { filters, show: "appearances", list: plan && { kind: "appearances", plan, row, cells }, cells };
}

function toValues(given: unknown): GroupValue[] | null {
  if (given === undefined || given === null || given === "") return null;
  const values = typeof given === "string" ? fromJson(given) : given;
  const isRow =
    Array.isArray(values) && values.every((value) => typeof value === "string" || typeof value === "number");
  if (isRow) return values as GroupValue[];
  throw invalid("breakdown_values", "Expected a JSON list of texts or numbers.");
}

function fromJson(text: string): unknown {
  try {
    return parseJsonText(text);
  } catch (error) {
    throw Object.assign(invalid("breakdown_values", "Expected JSON text."), { cause: error });
  }
}

function toRow(
  values: GroupValue[] | null,
  { hasBreakdown, otherwise }: { hasBreakdown: boolean; otherwise: number },
): RetentionActorList["row"] {
  if (hasBreakdown) {
    if (values !== null) return values;
    throw invalid("breakdown_values", "A row of a breakdown is named by its values.", "required");
  }
  return values === null ? otherwise : toWholeNumber(values[0], "breakdown_values", 0);
}
