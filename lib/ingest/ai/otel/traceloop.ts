import type { Fields } from "../../../base/fields.ts";
import type { AiEvent } from "../ai-event.ts";
import { mapAttributes, removeAll } from "./attributes.ts";
import { liftStopReason, toStopReason } from "./messages.ts";

/** OpenLLMetry is older than OpenTelemetry's conventions. */
export function isOfTraceloop(properties: Fields): boolean {
  return ["llm.request.type", "traceloop.span.kind", "traceloop.entity.name"].some(
    (name) => properties[name] !== undefined,
  );
}

const REMOVED = [
  "traceloop.span.kind",
  "traceloop.entity.name",
  "traceloop.entity.path",
  "traceloop.workflow.name",
  "traceloop.entity.input",
  "traceloop.entity.output",
  "llm.is_streaming",
  "llm.usage.total_tokens",
  "llm.response.finish_reason",
  "llm.response.stop_reason",
];

/** A list comes as an attribute for each field of each item (reference/ai.md 2.5). */
export function mapTraceloop(event: AiEvent): void {
  const { properties } = event;
  mapAttributes(event);
  gather(properties, "$ai_input", "gen_ai.prompt.", ["role", "content", "tool_call_id"], "tool_calls");
  gather(properties, "$ai_output_choices", "gen_ai.completion.", ["role", "content", "finish_reason"], "tool_calls");
  gather(properties, "$ai_tools", "llm.request.functions.", ["name", "description", "parameters"], null);
  liftStopReason(properties);
  const reason = properties["llm.response.finish_reason"] ?? properties["llm.response.stop_reason"];
  if (toStopReason(reason) !== undefined) properties["$ai_stop_reason"] ??= reason;
  properties["$ai_lib"] = "opentelemetry/traceloop";
  removeAll(properties, REMOVED, ["traceloop.association.properties."]);
}

/** A list from `prefix0.role`, `prefix0.content`, `prefix0.tool_calls.0.name`, … unless the property is there. */
function gather(properties: Fields, to: string, prefix: string, names: readonly string[], nested: string | null): void {
  if (properties[to] !== undefined) return;
  const items = new Map<number, { fields: Fields; inner: Map<number, Fields> }>();
  for (const name of Object.keys(properties)) {
    if (!name.startsWith(prefix)) continue;
    const [, place, field = "", innerPlace, innerField = ""] =
      /^(\d{1,6})\.([^.]+)(?:\.(\d{1,6})\.(.+))?$/.exec(name.slice(prefix.length)) ?? [];
    const isInner = innerPlace !== undefined && field === nested;
    if (place === undefined || !(isInner || (innerPlace === undefined && names.includes(field)))) continue;
    const item = items.get(Number(place)) ?? { fields: {}, inner: new Map<number, Fields>() };
    items.set(Number(place), item);
    if (isInner) {
      const call = item.inner.get(Number(innerPlace)) ?? {};
      item.inner.set(Number(innerPlace), Object.assign(call, { [innerField]: properties[name] }));
    } else item.fields[field] = properties[name];
    delete properties[name];
  }
  if (items.size === 0) return;
  properties[to] = inOrder(items).map(({ fields, inner }) =>
    nested === null || inner.size === 0 ? fields : Object.assign(fields, { [nested]: inOrder(inner) }),
  );
}

function inOrder<T>(items: ReadonlyMap<number, T>): T[] {
  return [...items].toSorted(([one], [other]) => one - other).map(([, item]) => item);
}
