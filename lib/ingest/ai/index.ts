/**
 * Events about language models ($ai_generation, $ai_span, …): derived properties, and parts that are not kept.
 *
 * `deriveAi` runs for each after plugins and before cleaning, as in PostHog: OpenTelemetry spans get PostHog's names
 * (`otel/`), ids become texts, errors one form, and generations and embeddings get costs (`costs`) and the tools that
 * the model called. Rules: reference/ai.md. An app without such events loads nothing of this folder.
 */
export { deriveAi } from "./derive.ts";
export type { AiPrice, AiPrices } from "./find-price.ts";
export { redact } from "./redact.ts";
