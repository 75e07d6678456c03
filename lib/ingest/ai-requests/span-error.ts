import type { Fields } from "../../base/fields.ts";
import type { Span } from "./span.ts";

const STATUS_NAMES = [
  "$ai_http_status",
  "http.response.status_code",
  "http.status_code",
  "http.status",
  "status_code",
  "error.status_code",
  "exception.status_code",
];

/** A failed span's properties (reference/ai.md 1.3): the newest exception tells what happened. */
export function errorProperties({ isError, statusMessage, events }: Span, properties: Fields): Fields {
  if (!isError) return {};
  const exception = events.findLast(
    ({ name, attributes }) =>
      name === "exception" || "exception.message" in attributes || "exception.type" in attributes,
  )?.attributes;
  return {
    $ai_is_error: true,
    $ai_error: properties["$ai_error"] ?? toMessage(exception) ?? (statusMessage || "OpenTelemetry span status error"),
    $ai_http_status:
      properties["$ai_http_status"] ??
      statusIn(exception ?? {}) ??
      statusOfText(exception?.["exception.message"]) ??
      statusOfText(exception?.["error.message"]) ??
      statusIn(properties) ??
      statusOfText(statusMessage) ??
      500,
  };
}

function toMessage(exception: Fields | undefined): string | undefined {
  const [type, message] = [exception?.["exception.type"], exception?.["exception.message"]];
  const told = [type, message].filter((text) => typeof text === "string" && text !== "");
  return told.length === 0 ? undefined : told.join(": ");
}

function statusIn(fields: Fields): number | undefined {
  return STATUS_NAMES.map((name) => toStatus(fields[name])).find((status) => status !== undefined);
}

function toStatus(value: unknown): number | undefined {
  const number = typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value;
  return typeof number === "number" && Number.isInteger(number) && number >= 100 && number <= 599 ? number : undefined;
}

/** Three digits soon after "http" or "status". */
function statusOfText(text: unknown): number | undefined {
  if (typeof text !== "string") return undefined;
  for (const mark of ["http", "status"]) {
    for (const { index } of text.toLowerCase().matchAll(new RegExp(mark, "g"))) {
      const near = text.slice(index + mark.length, index + mark.length + 40);
      const [status] = [...near.matchAll(/(?<!\d)\d{3}(?!\d)/g)].flatMap(([digits]) => toStatus(digits) ?? []);
      if (status !== undefined) return status;
    }
  }
  return undefined;
}
