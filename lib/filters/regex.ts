/**
 * Compiles a "found anywhere" test for a user's pattern; null = the pattern is invalid. `.` matches a newline, as the
 * original's engine has it. The only place where a user's pattern becomes code, so that the engine is chosen here.
 */
export function compileRegex(pattern: string): ((text: string) => boolean) | null {
  const regex = toRegExp(pattern);
  return regex && ((text) => regex.test(text));
}

function toRegExp(pattern: string): RegExp | null {
  try {
    return new RegExp(pattern, "s");
  } catch {
    // RegExp has no other way to say that a pattern is invalid.
    return null;
  }
}
