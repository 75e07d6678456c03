import { EMPTY_TEXT } from "../../../port/lines.ts";
import type { GroupValue } from "../../../port/lines.ts";
import type { ValueForm, ValueSource } from "../../../port/value-source.ts";
import { propertyText, sessionJson, storedValue, trimUrl } from "../../../events/filters/index.ts";
import type { Json } from "../../../events/filters/index.ts";
import { Interned } from "../entities/interned.ts";
import { idsByCode } from "../kernels/entity-ids.ts";
import type { Execution } from "../execution.ts";
import type { Segment } from "../log/segment.ts";
import { byCode } from "./by-code.ts";
import type { CodedNumbers } from "./by-code.ts";
import { compileExpression } from "./expression.ts";
import { compileMetadata } from "./metadata.ts";
import { NO_VALUES, pair } from "./numbered.ts";
import type { Numbered } from "./numbered.ts";

/** Numbers the distinct keys by which rows are grouped. */
export interface Keys extends Numbered<GroupValue> {
  /** Present if one column has the keys. */
  coded?(segment: Segment): CodedNumbers;
}

/** Groups rows by the values of all sources together. */
export function compileKeys(sources: readonly ValueSource[], execution: Execution): Keys {
  const parts = sources.map((source): Keys => {
    const known = new Interned<GroupValue>();
    return {
      ...compileSource(source, execution, (value) => known.numberOf(value)),
      limit: () => known.size,
      valuesOf: (number) => [known.values[number]!],
    };
  });
  const [first = NO_VALUES, ...rest] = parts;
  return rest.reduce<Keys>(pair, first);
}

/** Reads values of rows as the caller's numbers; `coded` is present for one column. */
export function compileSource(
  source: ValueSource,
  execution: Execution,
  numberOf: (value: GroupValue) => number,
): Pick<Keys, "of" | "coded"> {
  switch (source.type) {
    case "event":
      return byCode(source.key, (value) => numberOf(toGroupValue(value, source.as)));
    case "group":
      return byCode(`$group_${source.groupTypeIndex}`, (value) => {
        const properties = execution.groupProperties(source.groupTypeIndex, propertyText(value));
        return numberOf(toGroupValue(storedValue(properties, source.key), source.as));
      });
    case "person": {
      const { people } = execution;
      let table: Uint32Array | undefined;
      return {
        of(segment, start, end) {
          table ??= personTable(execution, source.key, (value) => numberOf(toGroupValue(value, source.as)));
          return idsByCode(segment.actors(people, start, end), table, start, end);
        },
      };
    }
    case "session": {
      let table: Uint32Array | undefined;
      return {
        of(segment, start, end) {
          table ??= sessionTable(execution, source, numberOf);
          const sessions = execution.sessions.of(segment, start, end);
          const none = numberOf("");
          return sessions.map((session) => table?.[session] ?? none);
        },
      };
    }
    case "hogql":
      return compileExpression(source, "text", execution, (value) => numberOf(toExpressionValue(value, source.as)));
    case "event_metadata": {
      const ofColumn = (value: string | null) => numberOf(toGroupValue(value ?? undefined, source.as));
      return { of: compileMetadata(source.key, execution, ofColumn) };
    }
  }
}

/** A number for each session; sessions that are not known have the number of the missing value. */
function sessionTable(
  execution: Execution,
  { key, as }: Extract<ValueSource, { type: "session" }>,
  numberOf: (value: GroupValue) => number,
): Uint32Array {
  if (key === "$session_duration") {
    return Uint32Array.from(execution.sessionSeconds(), (seconds) => numberOf(Number.isNaN(seconds) ? "" : seconds));
  }
  const sessions = execution.sessionTable();
  return Uint32Array.from({ length: sessions.limit }, (_, session) => {
    if (!sessions.has(session)) return numberOf("");
    const value = sessionJson(key, sessions.value(session, key));
    return numberOf(typeof value === "number" ? value : toGroupValue(value, as));
  });
}

/** A number for each actor; actors without a person have the number of the missing value. */
function personTable(execution: Execution, key: string, numberOf: (value: Json | undefined) => number): Uint32Array {
  const { codes, values } = execution.personColumn(key);
  const { personLimit, actorLimit } = execution.people;
  const numbers = Uint32Array.from(values, numberOf);
  const table = new Uint32Array(actorLimit).fill(numbers[0]!);
  const count = Math.min(codes.length, personLimit);
  for (let person = 1; person < count; person++) table[person] = numbers[codes[person]!]!;
  return table;
}

function toExpressionValue(value: string | number | null, as: ValueForm): GroupValue {
  if (value === null) return "";
  return value === "" ? EMPTY_TEXT : toGroupValue(value, as);
}

/** Bytes, as databases measure length; a missing value has no length. */
function toGroupValue(value: Json | undefined, as: ValueForm): GroupValue {
  const text = propertyText(value);
  if (as === "url") return trimUrl(text);
  return as === "length" && text !== "" ? Buffer.byteLength(text) : text;
}
