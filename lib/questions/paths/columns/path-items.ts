import type { PathItems, PathNames } from "../plan.ts";
import { compileReplace, propertyText } from "../../../events/filters/index.ts";
import type { RowItems } from "../../../engines/columns/kernels/path-items.ts";
import type { Execution } from "../../../engines/columns/execution.ts";
import { Dictionary } from "../../../engines/columns/log/dictionary.ts";
import type { Run, Segment } from "../../../engines/columns/log/segment.ts";
import { compileExpression } from "../../../engines/columns/scan/expression.ts";
import { compileTable } from "../../../engines/columns/scan/value-table.ts";
import { eventNames } from "../../../log/index.ts";

/** Number of the empty item. */
export const EMPTY_ITEM = 1;

/** The event does not take part. */
export const NO_ITEM = 0;

/** The path items of events, as numbers. */
export interface Items {
  /** Null = events of this name do not take part. */
  of(segment: Segment, run: Run): RowItems | null;
  /** Null = it depends on the event. */
  ofName(eventNameId: number): number | null;
  /** The number of an item, even if no event has it. */
  numberOf(item: string): number;
  textOf(number: number): string;
  /** Above every assigned number. */
  limit(): number;
}

/** Texts whose item is remembered: the rules cost microseconds each. */
const MAX_KNOWN = 200_000;

/** Numbers the items of rows; each distinct value of a segment is read once. Source: insights.md 12b.2. */
export function compileItems(
  rules: PathItems,
  include: PathNames | null,
  execution: Execution,
  projectId: number,
): Items {
  // Codes begin at 1: 0 is `NO_ITEM`.
  const known = new Dictionary();
  const numberOf = (item: string) => known.codeOf(item);
  numberOf("");
  const excluded = new Set(rules.exclude);
  const clean = compileRules(rules);
  const toItemNumber = (text: string) => {
    const item = clean(text);
    return excluded.has(item) ? NO_ITEM : numberOf(item);
  };
  const names = readNames(execution, projectId, include);
  const constants = new Map<number, number>();
  const constantOf = (eventNameId: number, name: string) => {
    const item = constants.get(eventNameId) ?? toItemNumber(name);
    constants.set(eventNameId, item);
    return item;
  };
  const computed = rules.expression && compileComputed(rules.expression, execution, toItemNumber);
  const tables = rules.translations.map(({ trimSlash }) =>
    compileTable(Uint32Array, (value) => {
      const text = propertyText(value);
      return toItemNumber(trimSlash ? withoutSlash(text) : text);
    }),
  );
  return {
    of(segment, { eventNameId, start, end }) {
      const name = names.get(eventNameId);
      if (name === undefined) return null;
      const place = rules.translations.findIndex(({ event }) => event === name);
      const translation = rules.translations[place];
      if (translation === undefined) {
        if (computed !== null) return computed(segment, start, end);
        const item = constantOf(eventNameId, name);
        return item === NO_ITEM ? null : { codes: null, item };
      }
      const column = segment.property(translation.key);
      return { codes: column.codes, table: tables[place]!(column) };
    },
    ofName(eventNameId) {
      const name = names.get(eventNameId);
      if (name === undefined) return NO_ITEM;
      const isConstant = computed === null && !rules.translations.some(({ event }) => event === name);
      return isConstant ? constantOf(eventNameId, name) : null;
    },
    numberOf,
    textOf: (number) => known.values[number] as string,
    limit: () => known.values.length,
  };
}

/** The items of rows that an expression gives. */
function compileComputed(
  expression: NonNullable<PathItems["expression"]>,
  execution: Execution,
  toItemNumber: (text: string) => number,
): (segment: Segment, start: number, end: number) => RowItems {
  const { of } = compileExpression(expression, "text", execution, (text) =>
    toItemNumber(text === null ? "" : String(text)),
  );
  return (segment, start, end) => ({ codes: null, items: of(segment, start, end) });
}

function readNames({ db }: Execution, projectId: number, include: PathNames | null): Map<number, string> {
  const wanted = new Set(include?.names);
  const isWanted = (name: string) => include === null || wanted.has(name) || (include.custom && !name.startsWith("$"));
  return new Map(
    eventNames(db, projectId)
      .all()
      .filter(([, name]) => isWanted(name)),
  );
}

function compileRules({ replacements, groupings }: PathItems): (text: string) => string {
  // Texts that are no pattern match nothing.
  const replaces = replacements.flatMap(({ regex, alias }) => compileReplace(regex, alias) ?? []);
  const wildcards = groupings.map((text) => ({ text, parts: text.split("*") })).toReversed();
  if (replaces.length === 0 && wildcards.length === 0) return (text) => text;
  const known = new Map<string, string>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const grouping = wildcards.find(({ parts }) => isInOrder(text, parts));
    const item = grouping?.text ?? replaces.reduce((cleaned, replace) => replace(cleaned), text);
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(text, item);
    return item;
  };
}

/** Taking each part at its first place leaves the most room for the next part. */
function isInOrder(text: string, parts: readonly string[]): boolean {
  let from = 0;
  for (const part of parts) {
    const at = text.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return true;
}

function withoutSlash(url: string): string {
  return url.length > 1 && url.endsWith("/") ? url.slice(0, -1) : url;
}
