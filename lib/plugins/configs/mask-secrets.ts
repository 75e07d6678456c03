import { SECRET_MASK } from "./values.ts";

/** Shorter ones are left alone: they would be found in everything that is said. In characters. */
const MIN_CHARS = 4;
/** Longer ones are whole files, which nobody says in one breath. */
const MAX_CHARS = 16_384;

/**
 * Makes a function that puts the mask in place of secrets in a text, as they are and as JSON and URLs have them: for what
 * becomes of a plugin's words.
 * @param secrets values of secret fields, whatever JSON has
 */
export function maskSecrets(secrets: readonly unknown[]): (text: string) => string {
  const forms = new Set(secrets.flatMap(toTexts).filter(isTelling).flatMap(toForms));
  if (forms.size === 0) return (text) => text;
  // At one go, the longest first: a mask is not looked through again.
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
