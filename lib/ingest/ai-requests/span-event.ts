import type { Fields } from "../../base/fields.ts";
import { definitionUuid, traceUserUuid } from "../../base/ids.ts";
import type { RawEvent } from "../capture/index.ts";
import type { Group, Span } from "./span.ts";
import { errorProperties } from "./span-error.ts";

/** How a library's attributes begin, and the event that its span becomes. */
interface Library {
  beginnings: readonly string[];
  classify(attributes: Fields): string;
}

const GENERATION = "$ai_generation";
const EMBEDDING = "$ai_embedding";
const SPAN = "$ai_span";

/** The first match wins: spans of a library carry general attributes too (reference/ai.md 1.3). */
const LIBRARIES: readonly Library[] = [
  { beginnings: ["ai.", "eve."], classify: ofAiSdk },
  { beginnings: ["pydantic_ai."], classify: () => SPAN },
  {
    beginnings: ["traceloop.", "llm.request.type"],
    classify: ({ "llm.request.type": type }) => {
      if (type === "chat" || type === "completion") return GENERATION;
      return type === "embedding" || type === "embeddings" ? EMBEDDING : SPAN;
    },
  },
  { beginnings: ["gen_ai."], classify: ofConventions },
];

function ofConventions({ "gen_ai.operation.name": operation }: Fields): string {
  return operation === "chat" ? GENERATION : operation === "embeddings" ? EMBEDDING : SPAN;
}

function ofAiSdk(attributes: Fields): string {
  const operation = attributes["ai.operationId"];
  // Version 7 names the operation only by the conventions.
  if (operation === undefined) return ofConventions(attributes);
  if (operation === "ai.embed.doEmbed" || operation === "ai.embedMany.doEmbed") return EMBEDDING;
  return typeof operation === "string" && /\.do(?:Generate|Stream)$/.test(operation) ? GENERATION : SPAN;
}

/** Undefined = not of a language model. Attributes get their names when the event is stored. */
export function toSpanEvent(span: Span, { resource, scopeVersion }: Group<Span>): RawEvent | undefined {
  const names = Object.keys(span.attributes);
  const library = LIBRARIES.find(({ beginnings }) =>
    names.some((name) => beginnings.some((beginning) => name.startsWith(beginning))),
  );
  if (library === undefined) return undefined;
  const properties: Fields = { ...withoutNoise(resource), ...span.attributes };
  properties["$geoip_disable"] ??= properties["posthog.geoip_disable"] ?? true;
  delete properties["posthog.geoip_disable"];
  properties["$ai_trace_id"] = span.traceId;
  properties["$ai_span_id"] = span.spanId;
  if (span.parentId !== "") properties["$ai_parent_id"] = span.parentId;
  properties["$ai_ingestion_source"] = "otel";
  properties["$lib"] ??= "posthog-otel";
  if (scopeVersion !== "") properties["$lib_version"] ??= scopeVersion;
  if (span.name !== "") properties["$otel_span_name"] = span.name;
  properties["$otel_start_time_unix_nano"] = String(span.startNanos);
  properties["$otel_end_time_unix_nano"] = String(span.endNanos);
  Object.assign(properties, errorProperties(span, properties));
  const user = findUser(span.attributes, resource);
  return {
    event: library.classify(span.attributes),
    distinctId: user ?? nameUser(span, resource),
    // Sending a span again changes nothing.
    uuid: span.spanId === "" ? null : definitionUuid(0, "span", `${span.traceId}:${span.spanId}`),
    timestamp: toTimestamp(span.startNanos),
    offsetMs: null,
    properties,
    set: null,
    setOnce: null,
    // No attribute names a person, and a trace is not a person.
    ...(user === undefined && { forcedPersonless: true }),
  };
}

/** Machine attributes, found by SDKs. */
const NOISE = /^(?:host|process|os|telemetry)\./;

/** Attributes of a process, without those found by SDKs. */
export function withoutNoise(resource: Fields): Fields {
  return Object.fromEntries(Object.entries(resource).filter(([name]) => !NOISE.test(name)));
}

const LATEST_MS = 8.64e15;

/** ISO text; null = not a date. */
export function toTimestamp(nanos: bigint): string | null {
  const ms = Number(nanos / 1_000_000n);
  return ms > 0 && ms <= LATEST_MS ? new Date(ms).toISOString() : null;
}

const USER_OF_SPAN = [
  "ai.telemetry.metadata.posthog_distinct_id",
  "ai.settings.context.posthog_distinct_id",
  "posthog.distinct_id",
  "user.id",
];
const USER_OF_RESOURCE = ["posthog.distinct_id", "user.id"];

/** The user that attributes name. */
export function findUser(attributes: Fields, resource: Fields): string | undefined {
  return firstText(attributes, USER_OF_SPAN) ?? firstText(resource, USER_OF_RESOURCE);
}

function firstText(fields: Fields, names: readonly string[]): string | undefined {
  const found = names.map((name) => fields[name]).find((value) => typeof value === "string" && value.trim() !== "");
  return found as string | undefined;
}

/** Attributes that name a session, the widest first. */
const SESSIONS = [
  "$ai_session_id",
  "ai.telemetry.metadata.$ai_session_id",
  "ai.settings.context.$ai_session_id",
  "eve.session.id",
  "anthropic.session.id",
  "gen_ai.conversation.id",
];

/** A distinct id shared by a session's spans, else a trace's. */
export function nameUser({ attributes, traceId }: Pick<Span, "attributes" | "traceId">, resource: Fields): string {
  for (const name of SESSIONS) {
    const session = firstText(attributes, [name]) ?? firstText(resource, [name]);
    if (session !== undefined) return traceUserUuid(`session:${session}`);
  }
  return traceUserUuid(`trace:${traceId}`);
}
