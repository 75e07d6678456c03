import { isFields } from "../../base/fields.ts";
import type { Fields } from "../../base/fields.ts";

/** Properties by the kind of token; a kind with `any` counts even when it is 0. */
type Names = Record<string, { name: string; any?: true }>;

const INPUT: Names = {
  audio: { name: "$ai_audio_input_tokens" },
  image: { name: "$ai_image_input_tokens" },
  text: { name: "$ai_text_input_tokens", any: true },
};
const OUTPUT: Names = {
  image: { name: "$ai_image_output_tokens" },
  text: { name: "$ai_text_output_tokens", any: true },
};
const CACHE: Names = { audio: { name: "$ai_cache_read_audio_tokens" } };

/** Takes counts of sound, pictures and text out of the provider's report in `$ai_usage`, which is not stored. */
export function takeModalityTokens(properties: Fields): void {
  const usage = properties["$ai_usage"];
  delete properties["$ai_usage"];
  if (!isFields(usage)) return;
  for (const report of reportsIn(usage)) {
    addDetails(properties, report["promptTokensDetails"], INPUT);
    addDetails(properties, report["candidatesTokensDetails"] ?? report["outputTokenDetails"], OUTPUT);
    addDetails(properties, report["cacheTokensDetails"], CACHE);
    addOpenAi(properties, report["prompt_tokens_details"]);
  }
}

/** The places where SDKs put the report. */
function reportsIn(usage: Fields): Fields[] {
  const raw = fieldsOf(usage["rawUsage"]);
  return [
    usage,
    fieldsOf(fieldsOf(usage["rawResponse"])["usageMetadata"]),
    fieldsOf(fieldsOf(usage["providerMetadata"])["google"]),
    fieldsOf(fieldsOf(raw["providerMetadata"])["google"]),
    fieldsOf(fieldsOf(raw["usage"])["raw"]),
    fieldsOf(fieldsOf(raw["rawResponse"])["usageMetadata"]),
  ];
}

function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}

/** A list of `{modality, tokenCount}`, or an object `{audioTokens, …}`. */
function addDetails(properties: Fields, details: unknown, names: Names): void {
  const pairs = Array.isArray(details)
    ? details.filter(isFields).map(({ modality, tokenCount }): [unknown, unknown] => [modality, tokenCount])
    : Object.entries(fieldsOf(details)).map(([key, count]): [unknown, unknown] => [key.replace(/Tokens$/, ""), count]);
  for (const [modality, count] of pairs) {
    const kind = typeof modality === "string" ? modality.toLowerCase() : "";
    const place = Object.hasOwn(names, kind) ? names[kind] : undefined;
    if (place === undefined || typeof count !== "number" || !(count > 0 || place.any)) continue;
    properties[place.name] = count;
  }
}

function addOpenAi(properties: Fields, details: unknown): void {
  const { audio_tokens: audio, cached_tokens_details: cached } = fieldsOf(details);
  if (typeof audio === "number" && audio > 0) properties["$ai_audio_input_tokens"] = audio;
  const { audio_tokens: cachedAudio } = fieldsOf(cached);
  if (typeof cachedAudio === "number" && cachedAudio > 0) properties["$ai_cache_read_audio_tokens"] = cachedAudio;
}
