import type { QueryResult } from "../../../../../lib/index.ts";
import { call, send } from "../../api.ts";

/** Rows of an answer by default, and at most (`lib/sql`). */
export const DEFAULT_LIMIT = 100;
export const MOST_ROWS = 50_000;

interface AskOptions {
  /** Most rows; the statement's own LIMIT applies too. */
  limit: number;
  signal: AbortSignal;
}

/** Runs a SELECT over the project. @throws ApiError that names an exceeded limit */
export function ask(P: string, sql: string, { limit, signal }: AskOptions): Promise<QueryResult> {
  return call<QueryResult>(`${P}/query/`, { method: "POST", body: { query: sql, limit }, signal });
}

/** Runs a SELECT and returns CSV with the most allowed rows. @throws ApiError */
export async function askCsv(P: string, sql: string): Promise<Blob> {
  const body = { query: sql, limit: MOST_ROWS, format: "csv" };
  return (await send(`${P}/query/`, { method: "POST", body })).blob();
}
