import type { AiEvent } from "../ai-event.ts";
import { isOfAnthropic, mapAnthropic } from "./anthropic.ts";
import { mapAttributes } from "./attributes.ts";
import { isOfPydantic, mapPydantic } from "./pydantic-ai.ts";
import { isOfTraceloop, mapTraceloop } from "./traceloop.ts";
import { isOfAiSdk, mapAiSdk } from "./vercel-ai.ts";

/** Gives a span's attributes PostHog's names, and a span without a parent a trace's. */
export function convertSpan(event: AiEvent): void {
  const { properties } = event;
  if (isOfPydantic(properties)) mapPydantic(event);
  else if (isOfTraceloop(properties)) mapTraceloop(event);
  else if (isOfAiSdk(properties)) mapAiSdk(event);
  else if (isOfAnthropic(properties)) mapAnthropic(event);
  else mapAttributes(event);
  const conversation = properties["gen_ai.conversation.id"];
  if (typeof conversation === "string" && conversation !== "") properties["$ai_session_id"] ??= conversation;
}
