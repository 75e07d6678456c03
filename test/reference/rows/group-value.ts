import type { EventRow } from "../../../lib/port/row.ts";
import type { GroupValue } from "../../../lib/port/lines.ts";
import type { ValueSource } from "../../../lib/port/value-source.ts";
import { parseNumber, propertyText, storedValue } from "../../../lib/events/filters/index.ts";
import type { Properties } from "../../../lib/events/filters/index.ts";

/** The value that a row is grouped by; missing = the empty text. */
export function groupValue(row: EventRow, source: ValueSource): GroupValue {
  if (source.type === "session") return row.sessionSeconds() ?? "";
  const text = propertyText(storedValue(propertiesOf(row, source), source.key));
  if (source.as === "url") return text.replace(/[/?#]+$/, "") || (text === "" ? "" : "/");
  // Bytes, as a database measures length; a missing value has no length.
  return source.as === "length" && text !== "" ? Buffer.byteLength(text) : text;
}

function propertiesOf(row: EventRow, source: Exclude<ValueSource, { type: "session" }>): Properties {
  switch (source.type) {
    case "event":
      return row.properties;
    case "person":
      return row.personProperties;
    case "group":
      return row.groupProperties(source.groupTypeIndex);
  }
}

/** The number by which a row is put into a bin; null = the row has no number. */
export function groupNumber(row: EventRow, source: ValueSource): number | null {
  const value = groupValue(row, source);
  return typeof value === "number" ? value : parseNumber(value);
}
