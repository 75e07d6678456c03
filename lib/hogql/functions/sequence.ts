/** A row's time, and the conditions that hold for it. */
export interface SequenceRow {
  at: number;
  /** An entry for each condition, in their order. */
  holds: readonly boolean[];
}

/** A row for which a condition holds, any row, any rows, or time since the row before. */
type Part =
  | { kind: "event"; condition: number }
  | { kind: "any" }
  | { kind: "many" }
  | { kind: "time"; operator: string; span: number };

const PART = /\(\?(\d+)\)|\(\?t(<=|>=|==|<|>)(\d+)\)|(\.\*)|(\.)/y;

/**
 * Reads a pattern such as `(?1).*(?t<3600)(?2)`. Source: ClickHouse's documentation of sequenceMatch.
 * @param unit one second in the unit of the times
 * @throws Error for a text that is no pattern, or names a condition beyond the last
 */
export function parseSequence(pattern: string, conditions: number, unit: number): Part[] {
  // A sequence may begin at any row.
  const parts: Part[] = [{ kind: "many" }];
  PART.lastIndex = 0;
  while (PART.lastIndex < pattern.length) {
    const at = PART.lastIndex;
    const [, condition, operator, span, many] =
      PART.exec(pattern) ?? refuse(`The pattern of a sequence cannot be read at character ${at + 1}.`);
    if (condition !== undefined) {
      const place = Number(condition) - 1;
      if (place < 0 || place >= conditions) refuse(`The pattern names the condition ${condition} of ${conditions}.`);
      parts.push({ kind: "event", condition: place });
    } else if (operator !== undefined) {
      parts.push({ kind: "time", operator, span: Number(span) * unit });
    } else {
      parts.push({ kind: many === undefined ? "any" : "many" });
    }
  }
  return parts;
}

function refuse(reason: string): never {
  throw new Error(reason);
}

/** Steps of one search, as in ClickHouse: a pattern with many `.*` can take time that grows with the power of the rows. */
const MAX_STEPS = 1_000_000;

/**
 * The row behind the first match from `from` on; null = there is none. `.*` takes as few rows as possible.
 * @param rows in order of time
 */
export function matchSequence(parts: readonly Part[], rows: readonly SequenceRow[], from: number): number | null {
  const marks: [part: number, row: number, base: number][] = [];
  let [part, row, base] = [0, from, from];
  const goBack = () => {
    for (let mark = marks.pop(); mark !== undefined; mark = marks.pop()) {
      [part, row, base] = [mark[0], mark[1] + 1, mark[2]];
      if (row < rows.length) return true;
    }
    return false;
  };
  const isAlive = () => {
    const { kind, ...wanted } = parts[part] as Part & { condition: number; operator: string; span: number };
    if (kind === "event" && rows[row]?.holds[wanted.condition] !== true) return goBack();
    if (kind === "time") {
      const passed = (rows[row]?.at ?? 0) - (rows[base]?.at ?? 0);
      if (!isTime(passed, wanted)) {
        // Until a later row more time passes, never less.
        if (wanted.operator.startsWith("<")) return goBack();
        row += 1;
        return row < rows.length || goBack();
      }
    }
    if (kind === "many" || kind === "time") marks.push([part, row, base]);
    base = row;
    if (kind === "event" || kind === "any") row += 1;
    part += 1;
    return true;
  };
  for (let step = 0; part < parts.length && row < rows.length && isAlive(); step++) {
    if (step > MAX_STEPS) refuse("The pattern of the sequence takes too many steps; give it fewer .* parts.");
  }
  while (parts[part]?.kind === "many") part += 1;
  return part === parts.length ? row : null;
}

function isTime(passed: number, { operator, span }: { operator: string; span: number }): boolean {
  switch (operator) {
    case "<":
      return passed < span;
    case "<=":
      return passed <= span;
    case ">":
      return passed > span;
    case ">=":
      return passed >= span;
    default:
      return passed === span;
  }
}
