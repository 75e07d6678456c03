import { createRequire } from "node:module";
import { requestLimits } from "../../base/request-limits.ts";
import { sideFile } from "../../base/side-file.ts";

// re2js: RE2, PostHog's regex engine, in plain JavaScript. Its time is linear in the text: with a RegExp, one saved
// filter such as (a+)+$ could block the process. Typed, maintained, no dependencies.
//
// Loaded with the first pattern: 12 ms of CPU time, in the process and in each engine thread.

const require = createRequire(import.meta.url);

function loadRe2(): typeof import("re2js") {
  return require(sideFile("re2")) as typeof import("re2js");
}

/**
 * "Found anywhere" by a user's pattern; null = it is invalid, or longer than 1,000 characters. As in ClickHouse `.`
 * matches a newline, unless `dotMatchesNewline` is false. Users' patterns are compiled in this file alone.
 */
export function compileRegex(pattern: string, { dotMatchesNewline = true } = {}): ((text: string) => boolean) | null {
  if (pattern.length > requestLimits.regexChars) return null;
  const { RE2JS } = loadRe2();
  try {
    const regex = RE2JS.compile(pattern, dotMatchesNewline ? RE2JS.DOTALL : 0);
    return (text) => regex.matcher(text).find();
  } catch {
    // The library throws for an invalid pattern.
    return null;
  }
}

/**
 * "Replace every match" by a user's pattern; null = it is invalid or too long. As in ClickHouse, `\0` in `alias` is the
 * match and `\1` to `\9` its groups; a backslash before anything else is dropped.
 */
export function compileReplace(pattern: string, alias: string): ((text: string) => string) | null {
  // Odd positions follow a backslash.
  const parts = alias.split(/\\([^])/);
  if (pattern.length > requestLimits.regexChars) return null;
  const { RE2JS } = loadRe2();
  try {
    const regex = RE2JS.compile(pattern, RE2JS.DOTALL);
    return (text) =>
      regex.matcher(text).replaceAll((...groups: unknown[]) => expand(parts, groups, regex.groupCount()));
  } catch {
    // The library throws for an invalid pattern.
    return null;
  }
}

/** @param groups the match, then its groups: more arguments may follow */
function expand(parts: string[], groups: unknown[], groupCount: number): string {
  return parts
    .map((part, place) => {
      if (place % 2 === 0 || !/\d/.test(part)) return part;
      const group = Number(part) <= groupCount ? groups[Number(part)] : undefined;
      return typeof group === "string" ? group : "";
    })
    .join("");
}

/** A matching part of a text. */
export interface Match {
  start: number;
  end: number;
  /** The whole, then the pattern's groups; null = a group that took no part. */
  groups: (string | null)[];
}

/** "Find every match" by a user's pattern; null = it is invalid or too long. */
export function compileMatches(pattern: string): ((text: string) => Generator<Match>) | null {
  if (pattern.length > requestLimits.regexChars) return null;
  const { RE2JS } = loadRe2();
  try {
    const regex = RE2JS.compile(pattern, RE2JS.DOTALL);
    return (text) => findMatches(regex, text);
  } catch {
    // The library throws for an invalid pattern.
    return null;
  }
}

function* findMatches(regex: import("re2js").RE2JS, text: string): Generator<Match> {
  const matcher = regex.matcher(text);
  while (matcher.find()) {
    const groups = Array.from({ length: regex.groupCount() + 1 }, (_, index) => matcher.group(index) ?? null);
    yield { start: matcher.start(), end: matcher.end(), groups };
  }
}
