import type { EntityKind } from "../../../lib/port/actors.ts";
import { EMPTY_TEXT } from "../../../lib/port/lines.ts";
import type { EventRow } from "../../../lib/port/row.ts";
import { actorOf } from "./select.ts";
import { groupValue } from "./group-value.ts";

/** The actor or value that counts for an event; null = nobody, or no value. */
export function entityOf(row: EventRow, kind: EntityKind): number | string | null {
  if (kind.by !== "values") return actorOf(row, kind);
  const value = groupValue(row, kind.source);
  return value === "" || value === EMPTY_TEXT ? null : value;
}
