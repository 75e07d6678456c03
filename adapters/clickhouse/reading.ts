import type { FeedEntry } from "../../lib/engine.ts";
import type { Row } from "./connection.ts";
import type { Needs } from "./needs.ts";

/** A query, and the form of its rows. */
export interface Reading {
  sql: string;
  toEntry(row: Row, needs: Needs): FeedEntry;
}
