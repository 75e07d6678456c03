import type { QuestionDraft } from "./page/views/insights/question.ts";

// A question in the address of the page: one parameter for each field, as in the API's GET requests.

/** The beginning of a list, an object or a quoted text. */
const BEGINS_JSON = /^[["{]/;

/** The question as the part after the `?` of the address; `fromSearch` parses it. */
export function toSearch(question: object): string {
  return Object.entries(question)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${escape(name)}=${escape(toQueryText(value))}`)
    .join("&");
}

/** A text as it is, and everything else as JSON; so is a text that would be read as JSON. */
function toQueryText(value: unknown): string {
  return typeof value === "string" && !isJson(value) ? value : JSON.stringify(value);
}

function isJson(text: string): boolean {
  if (BEGINS_JSON.test(text)) return true;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Characters that need no escape after a `#` stay readable. */
function escape(text: string): string {
  return encodeURIComponent(text).replace(/%(?:3A|2C|5B|5D|7B|7D|24)/gi, (code) => decodeURIComponent(code));
}

/** The question of an address; undefined = none, or unreadable. */
export function fromSearch(search: string): QuestionDraft | undefined {
  const fields = search.split("&").filter((part) => part !== "");
  try {
    const question = Object.fromEntries(fields.map(toField));
    return typeof question["insight"] === "string" ? (question as unknown as QuestionDraft) : undefined;
  } catch {
    // The address was cut off.
    return undefined;
  }
}

function toField(part: string): [string, unknown] {
  const end = part.indexOf("=");
  if (end < 0) throw new Error("A field without a value.");
  const [name, text] = [part.slice(0, end), part.slice(end + 1)].map(decodeURIComponent) as [string, string];
  return [name, isJson(text) ? JSON.parse(text) : text];
}

/** The part of the address after the `#` for a question: new, or of a saved insight, possibly changed. */
export function toAddress(id: string | number, question?: QuestionDraft): string {
  return question === undefined ? `/insights/${id}` : `/insights/${id}?${toSearch(question)}`;
}
