/** Markup, apart from text, which is escaped before it is put into markup. */
export interface Html {
  readonly html: string;
}

type Part = Html | readonly Html[] | string | number | null | undefined | false;

/**
 * Markup whose values are escaped, within quotes too; markup within markup stays.
 * @example
 * markup`<p title="${name}">${body}</p>`;
 */
export function markup(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { html: texts.reduce((whole, text, index) => whole + toHtml(parts[index - 1]) + text) };
}

function toHtml(part: Part): string {
  if (part === null || part === undefined || part === false) return "";
  if (typeof part === "string" || typeof part === "number") return escapeHtml(String(part));
  return [part].flat().reduce((whole, { html }) => whole + html, "");
}

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? "");
}
