import { createResultCache } from "../../../lib/questions/index.ts";
import { toClock } from "../../../lib/base/clock.ts";
import { rowsEngine } from "../rows/index.ts";
import type { Db } from "../../../lib/storage/index.ts";
import { loadCase, openEmpty } from "../../questions/load-case.ts";
import type { CaseData } from "../../questions/load-case.ts";

/** A project with this data, and the resources for questions. */
export function openRows(data: CaseData, db: Db = openEmpty()) {
  const project = loadCase(db, data);
  return { project, ctx: { db, clock: toClock(data.now), engine: rowsEngine(db), results: createResultCache(db) } };
}

/** The event "paid" at a time of 2020, such as `01-02T10:00:00`, in UTC. */
export function paid(distinctId: string, time: string, properties: object = {}) {
  return { event: "paid", distinct_id: distinctId, timestamp: `2020-${time}Z`, properties };
}

/** Persons of one distinct id each. */
export function people(...distinctIds: string[]) {
  return distinctIds.map((id) => ({ distinct_ids: [id] }));
}
