import { withoutMaker } from "./ai-event.ts";

// How senders write models and providers (reference/ai.md 3.2).

/** Compared forms of a name: as it is and with dashes, with and without the maker. */
export function namesOf(model: string): string[] {
  const lower = model.toLowerCase();
  const short = withoutMaker(lower);
  return [...new Set([lower, withDashes(lower), short, withDashes(short)])].filter((name) => name !== "");
}

function withDashes(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

/** Other names of providers. */
const ALIASES: Record<string, string> = {
  claude: "anthropic",
  "anthropic-claude": "anthropic",
  oai: "openai",
  "openai-api": "openai",
  "open-ai": "openai",
  google: "google-ai-studio",
  gemini: "google-ai-studio",
  "google-gemini": "google-ai-studio",
  "google-ai": "google-ai-studio",
  mistralai: "mistral",
  "mistral-ai": "mistral",
  grok: "xai",
  "x-ai": "xai",
  "deep-seek": "deepseek",
  "cohere-ai": "cohere",
  "perplexity-ai": "perplexity",
  pplx: "perplexity",
  amazon: "amazon-bedrock",
  bedrock: "amazon-bedrock",
  aws: "amazon-bedrock",
  "aws-bedrock": "amazon-bedrock",
};

export function toProvider(name: string): string {
  const plain = withDashes(name);
  return Object.hasOwn(ALIASES, plain) ? (ALIASES[plain] ?? plain) : plain;
}
