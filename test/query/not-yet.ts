/** The given cases that do not pass yet. The list only shrinks: a case on it that passes fails the test. */
export const NOT_YET: ReadonlySet<string> = new Set<string>([]);
