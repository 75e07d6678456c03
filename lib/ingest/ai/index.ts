/**
 * Events about language models ($ai_generation, $ai_span, …): their derived properties, and the parts that are not kept.
 *
 * `deriveAi` runs for each such event after plugins and before cleaning, as in PostHog: spans of OpenTelemetry get PostHog's names
 * (`otel/`), ids become texts, errors one form, and generations and embeddings their costs (`costs`) and the tools that the
 * model called. All rules: reference/ai.md. An app that sends no such event loads nothing of this folder.
 */
export { deriveAi } from "./derive.ts";
export type { AiPrice, AiPrices } from "./find-price.ts";
export { redact } from "./redact.ts";
