/** Differences between occurrences of one error, from special to general (reference/ai.md 3.3). */
const CHANGING: readonly (readonly [pattern: RegExp, by: string])[] = [
  [/req_[a-z0-9]+|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, "<ID>"],
  [/\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d+Z?/g, "<TIMESTAMP>"],
  [/projects\/[0-9a-z-]+(?:\/[a-z]+\/[0-9a-z-]+)+/gi, "projects/<PATH>"],
  [/"responseId":"[\w-]+"/g, '"responseId":"<RESPONSE_ID>"'],
  [/"id":\s*"[\w-]+"/g, '"id": "<ID>"'],
  [/tool_call_id=['"][\w-]+['"]/g, "tool_call_id='<TOOL_CALL_ID>'"],
  [/toolu_[a-zA-Z0-9]+/g, "<TOOL_ID>"],
  [/function call call_[a-zA-Z0-9]+/g, "function call call_<CALL_ID>"],
  [/(user_id.{0,4})user_[a-zA-Z0-9]+/g, "$1user_<USER_ID>"],
  [/0x[0-9a-fA-F]+/g, "<OBJECT_ID>"],
  [/id=['"][\w-]+['"]/gi, "id='<ID>'"],
  [/"tokenCount":\d+/g, '"tokenCount":<TOKEN_COUNT>'],
  [/\d{9,}/g, "<ID>"],
  [/\d+/g, "<N>"],
  [/\s+/g, " "],
];

/** Characters that are looked at: a longer error is told apart by its beginning. */
const MAX_CHARS = 20_000;

/** The form that all occurrences of an error share, by which they are grouped. */
export function normalizeError(text: string): string {
  return CHANGING.reduce((rest, [pattern, by]) => rest.replace(pattern, by), text.slice(0, MAX_CHARS)).trim();
}
