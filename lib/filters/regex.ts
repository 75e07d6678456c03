import { RE2JS } from "re2js";

// re2js: RE2, the real service's engine, in plain JavaScript. Time is linear in the text, whatever the pattern: a RegExp
// would let one saved filter such as (a+)+$ stop the whole process. Typed, maintained, no dependencies.

/**
 * Compiles a "found anywhere" test for a user's pattern; null = the pattern is invalid. `.` matches a newline, as the
 * original's engine has it. The only place where a user's pattern becomes code.
 */
export function compileRegex(pattern: string): ((text: string) => boolean) | null {
  try {
    const regex = RE2JS.compile(pattern, RE2JS.DOTALL);
    return (text) => regex.matcher(text).find();
  } catch {
    // The library has no other way to say that a pattern is invalid.
    return null;
  }
}
