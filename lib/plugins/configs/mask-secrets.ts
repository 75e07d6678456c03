import { SECRET_MASK } from "./values.ts";

/** Shorter secrets, in characters, would match ordinary text. */
const MIN_CHARS = 4;
/** Longest masked secret, in characters. Longer secrets are whole files, which plugins do not log in one piece. */
const MAX_CHARS = 16_384;

/**
 * Creates a function that masks secrets in a plugin's logs and errors, plain and as in JSON and URLs.
 * @param secrets values of secret fields, of any JSON type
 */
export function maskSecrets(secrets: readonly unknown[]): (text: string) => string {
  const forms = new Set(secrets.flatMap(toTexts).filter(isTelling).flatMap(toForms));
  if (forms.size === 0) return (text) => text;
  // One pass, longest first: masks are not searched again.
  const longestFirst = [...forms].toSorted((a, b) => b.length - a.length);
  const pattern = new RegExp(longestFirst.map(toLiteral).join("|"), "g");
  return (text) => text.replace(pattern, SECRET_MASK);
}

function toTexts(secret: unknown): string[] {
  if (typeof secret === "string") return [secret, ...(secret.trim() === secret ? [] : [secret.trim()])];
  if (typeof secret === "number") return [String(secret)];
  return typeof secret === "object" && secret !== null ? Object.values(secret).flatMap(toTexts) : [];
}

function isTelling({ length }: string): boolean {
  return length >= MIN_CHARS && length <= MAX_CHARS;
}

function toForms(text: string): string[] {
  return [text, JSON.stringify(text).slice(1, -1), encodeURIComponent(text.toWellFormed())];
}

function toLiteral(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
