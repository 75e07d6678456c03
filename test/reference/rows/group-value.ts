import type { EventRow } from "../../../lib/port/row.ts";
import { EMPTY_TEXT } from "../../../lib/port/lines.ts";
import type { GroupValue } from "../../../lib/port/lines.ts";
import type { ValueSource } from "../../../lib/port/value-source.ts";
import { sessionValue } from "./filters/filter.ts";
import { parseNumber, propertyText, storedValue } from "./filters/value.ts";
import { textOf } from "./expression.ts";
import type { Json } from "../../../lib/events/filters/index.ts";

/** The value that a row is grouped by; missing = the empty text. */
export function groupValue(row: EventRow, source: ValueSource): GroupValue {
  const value = valueOf(row, source);
  if (source.type === "session" && typeof value === "number") return value;
  const text = propertyText(value);
  if (source.as === "url") return text.replace(/[/?#]+$/, "") || (text === "" ? "" : "/");
  // Bytes, as a database measures length; a missing value has no length.
  return source.as === "length" && text !== "" ? Buffer.byteLength(text) : text;
}

function valueOf(row: EventRow, source: ValueSource): Json | undefined {
  switch (source.type) {
    case "event":
      return storedValue(row.properties, source.key);
    case "person":
      return storedValue(row.personProperties, source.key);
    case "group":
      return storedValue(row.groupProperties(source.groupTypeIndex), source.key);
    case "session":
      return sessionValue(row, source.key) ?? undefined;
    case "hogql":
      return textOf(row, source) === "" ? EMPTY_TEXT : (textOf(row, source) ?? undefined);
    case "event_metadata":
      return row.column(source.key) ?? undefined;
  }
}

/** The number by which a row is put into a bin; null = the row has no number. */
export function groupNumber(row: EventRow, source: ValueSource): number | null {
  const value = groupValue(row, source);
  return typeof value === "number" ? value : parseNumber(value);
}
