import type { TrendLine } from "./plan.ts";
import type { Context } from "../context.ts";
import type { Entity } from "../shared/entity.ts";
import { compareRanks, isNumeric, toLineLabel } from "../shared/line-label.ts";
import type { LineLabel } from "../shared/line-label.ts";
import { smooth } from "../shared/points.ts";
import { isTimeSeries } from "./node.ts";
import type { TrendQuery } from "./node.ts";

/** A line's label, and its points (a single point where time is not shown). */
export interface LabelledLine {
  /** Null = the entity as a whole. */
  label: LineLabel | null;
  data: number[];
}

/** An entity and its lines, in order. */
export interface EntityLines {
  entity: Entity;
  lines: LabelledLine[];
}

/** Labels, smooths and sorts an entity's lines. */
export function toLines(
  query: TrendQuery,
  { entity, found, cohortName }: { entity: Entity; found: TrendLine[]; cohortName: (id: number) => string },
): EntityLines {
  const { breakdown, smoothing } = query;
  const context = { breakdown, isNumeric: isNumeric(found.map(({ key }) => key)), cohortName };
  const lines = found.map(({ key, data }) => ({
    label: toLineLabel(key, context),
    data: isTimeSeries(query.display) ? smooth(data, smoothing) : data,
  }));
  return { entity, lines: lines.toSorted((a, b) => compareRanks(a.label?.rank ?? [], b.label?.rank ?? [])) };
}

/** Looks up each cohort's name once. */
export function cohortNames({ db }: Pick<Context, "db">, projectId: number): (id: number) => string {
  const known = new Map<number, string>();
  return (id) => {
    const name = known.get(id) ?? readName(db, projectId, id);
    known.set(id, name);
    return name;
  };
}

function readName(db: Context["db"], projectId: number, id: number): string {
  const name = db.sql("SELECT name FROM cohorts WHERE project_id = ? AND id = ?").pluck().get(projectId, id);
  return name === undefined ? `Cohort ${id}` : String(name);
}
