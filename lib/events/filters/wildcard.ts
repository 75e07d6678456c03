/** A character (lower case); null = any. */
type Place = string | null;

/**
 * Compiles a case-insensitive "contains" test in which `%` stands for any run of characters and `_` for any single
 * character; a backslash makes either literal (reference/insights.md 5.3, icontains). At most text × pattern steps: no
 * backtracking.
 */
export function compileWildcard(pattern: string): (text: string) => boolean {
  const segments = toSegments(pattern.toLowerCase());
  const [only] = segments;
  if (only !== undefined && segments.length === 1 && !only.includes(null)) {
    const wanted = only.join("");
    return (text) => text.toLowerCase().includes(wanted);
  }
  return (text) => containsInOrder([...text.toLowerCase()], segments);
}

/** Splits at each unescaped `%`. */
function toSegments(pattern: string): Place[][] {
  let segment: Place[] = [];
  const segments = [segment];
  for (const [part] of pattern.matchAll(/\\[%_\\]|[^]/gu)) {
    if (part === "%") segments.push((segment = []));
    else segment.push(part === "_" ? null : part.length === 2 && part.startsWith("\\") ? part.slice(1) : part);
  }
  return segments;
}

/** Both ends are open: taking each segment at its first place leaves the most text for the next. */
function containsInOrder(text: string[], segments: Place[][]): boolean {
  let position = 0;
  for (const segment of segments) {
    const found = findSegment(text, segment, position);
    if (found === -1) return false;
    position = found + segment.length;
  }
  return true;
}

function findSegment(text: string[], segment: Place[], from: number): number {
  for (let start = from; start + segment.length <= text.length; start++) {
    if (segment.every((place, offset) => place === null || place === text[start + offset])) return start;
  }
  return -1;
}
