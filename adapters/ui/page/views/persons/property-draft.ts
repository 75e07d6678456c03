/** The form in which a property's value is typed. */
export type ValueKind = "text" | "number" | "boolean" | "json";

/** The parsed value, or the reason why it is invalid. */
export type TypedValue = { value: unknown } | { problem: string };

/** The form for a value: lists, objects and null as JSON. */
export function toValueKind(value: unknown): ValueKind {
  if (typeof value === "number" || typeof value === "boolean") return typeof value as "number" | "boolean";
  return typeof value === "string" ? "text" : "json";
}

/** A value as the text that parses to it in its form. */
export function toDraft(value: unknown): string {
  if (typeof value === "string") return value;
  return JSON.stringify(value, null, typeof value === "object" ? 2 : 0);
}

/** Parses the text. A number is decimal and finite; a boolean `true` or `false`; a text may be empty. */
export function parseDraft(kind: ValueKind, text: string): TypedValue {
  switch (kind) {
    case "text":
      return { value: text };
    case "number":
      return text.trim() !== "" && Number.isFinite(Number(text))
        ? { value: Number(text) }
        : { problem: "Expected a number such as 12.5." };
    case "boolean":
      return text === "true" || text === "false" ? { value: text === "true" } : { problem: "Expected true or false." };
    case "json":
      return parseJson(text);
  }
}

function parseJson(text: string): TypedValue {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    return { problem: `Expected JSON such as ["a", 1] or null: ${(error as Error).message}` };
  }
}
