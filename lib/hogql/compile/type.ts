/** Families that operators and functions tell apart. `any` = only known when the statement runs. */
export type Family =
  | "text"
  | "number"
  | "bool"
  | "time"
  | "date"
  | "array"
  | "tuple"
  | "map"
  | "null"
  | "interval"
  | "property"
  | "any";

/**
 * The type of an expression. SQLite holds an instant as integer epoch milliseconds, a date as `2024-01-31`, a boolean
 * as 0 or 1, and an array, a tuple or a map as JSON text.
 */
export interface Type {
  family: Family;
  /** ClickHouse's name without Nullable: `UInt64`, `DateTime`; of `any`, the empty text. */
  name: string;
  isNullable: boolean;
  /** Types of an array's members (one), of a tuple's, or of a map's key and value. */
  of: Type[];
  /** Digits of a time's fraction: 0 = DateTime. */
  scale: number;
  /** The zone that shows a time; null = the project's; `OF_ROW` = each row's own, which an answer cannot show. */
  zone: string | null;
  /** A JSON object, whose members a dot reaches. */
  isJson: boolean;
}

/** The zone of a time that has another in each row. */
export const OF_ROW = "";

/** The zone of a time in answers: `OF_ROW` becomes the project's. */
export function shownIn({ zone }: Pick<Type, "zone">, timezone: string): string {
  return zone === null || zone === OF_ROW ? timezone : zone;
}

function plain(family: Family, name: string, more: Partial<Type> = {}): Type {
  return { family, name, isNullable: false, of: [], scale: 0, zone: null, isJson: false, ...more };
}

export const STRING = plain("text", "String");
export const JSON_TEXT = plain("text", "String", { isJson: true });
export const UUID = plain("text", "UUID");
export const BOOL = plain("bool", "Bool");
export const DATE = plain("date", "Date");
export const FLOAT64 = plain("number", "Float64");
export const UINT8 = plain("number", "UInt8");
export const UINT16 = plain("number", "UInt16");
export const UINT32 = plain("number", "UInt32");
export const UINT64 = plain("number", "UInt64");
/** A number with more digits than SQLite's, as decimal text: only equality is compared. */
export const HASH = plain("text", "UInt64");
export const INT32 = plain("number", "Int32");
export const INT64 = plain("number", "Int64");
export const DATETIME = plain("time", "DateTime");
export const DATETIME64 = plain("time", "DateTime64", { scale: 6 });
export const CREATED_AT = plain("time", "DateTime64", { scale: 3 });
export const NOTHING = plain("null", "Nothing", { isNullable: true });
/** Text, number or boolean, as each row has it. */
export const PROPERTY = plain("property", "String", { isNullable: true });
export const ANY = plain("any", "", { isNullable: true });
export const INTERVAL = plain("interval", "Interval");

export function arrayOf(member: Type): Type {
  return plain("array", "Array", { of: [member.family === "property" ? nullable(STRING) : member] });
}

export function tupleOf(members: Type[]): Type {
  return plain("tuple", "Tuple", { of: members });
}

/** The JSON text of an object. */
export function mapOf(key: Type, value: Type): Type {
  return plain("map", "Map", { of: [key, value] });
}

const COLLECTIONS: ReadonlySet<Family> = new Set(["array", "tuple", "map"]);

/** Does it hold other values, as JSON? */
export function isCollection({ family }: Type): boolean {
  return COLLECTIONS.has(family);
}

/** The type with NULL. Arrays, tuples and maps cannot be NULL in ClickHouse. */
export function nullable(type: Type, isNullable = true): Type {
  return isNullable && !isCollection(type) ? { ...type, isNullable: true } : type;
}

export function notNull(type: Type): Type {
  return type.isNullable ? { ...type, isNullable: false } : type;
}

/** ClickHouse's name; null = only values tell. @param timezone the project's */
export function toTypeName(type: Type, timezone: string): string | null {
  const bare = toBareName(type, timezone);
  if (bare === null) return null;
  return type.isNullable ? `Nullable(${bare})` : bare;
}

function toBareName(type: Type, timezone: string): string | null {
  const { family, name, of, scale } = type;
  switch (family) {
    case "any":
    case "property":
      return null;
    case "time":
      return scale === 0
        ? `DateTime('${shownIn(type, timezone)}')`
        : `DateTime64(${scale}, '${shownIn(type, timezone)}')`;
    case "array":
    case "tuple":
    case "map":
      return `${name}(${of.map((member) => toTypeName(member, timezone) ?? "Nullable(String)").join(", ")})`;
    default:
      return name;
  }
}

/** The name of a type for a sentence; a type that only values tell is shown as text. */
export function describeType(type: Type, timezone: string): string {
  return toTypeName(type, timezone) ?? "Nullable(String)";
}

export function isFloat({ name }: Type): boolean {
  return name.startsWith("Float");
}

/** The type of a literal whole number. */
export function typeOfNumber(value: number | bigint): Type {
  if (typeof value === "number" && !Number.isInteger(value)) return FLOAT64;
  const isNegative = value < 0;
  const size = isNegative ? -Number(value) * 2 - 1 : Number(value);
  const bits = [8, 16, 32, 64].find((count) => size < 2 ** count) ?? 64;
  return plain("number", `${isNegative ? "Int" : "UInt"}${bits}`);
}

/** The type of a sum, difference or product: as in ClickHouse the next larger one. */
export function widen(left: Type, right: Type, operator: string): Type {
  const isNullable = left.isNullable || right.isNullable;
  if (isFloat(left) || isFloat(right)) return nullable(FLOAT64, isNullable);
  const bits = Math.min(64, 2 * Math.max(bitsOf(left), bitsOf(right)));
  const isSigned = operator === "-" || left.name.startsWith("I") || right.name.startsWith("I");
  return plain("number", `${isSigned ? "Int" : "UInt"}${bits}`, { isNullable });
}

function bitsOf({ name }: Type): number {
  return Number(/\d+$/.exec(name)?.[0] ?? 8);
}

/** Null = they have none in common, and become text. */
export function commonType(types: readonly Type[]): Type | null {
  const isNullable = types.some((type) => type.isNullable);
  const known = types.filter(({ family }) => family !== "null");
  const [first] = known;
  if (first === undefined) return NOTHING;
  if (known.every(({ family, name }) => family === first.family && name === first.name)) {
    if (first.family === "array") return arrayOf(commonType(known.flatMap(({ of }) => of)) ?? ANY);
    return nullable(first, isNullable);
  }
  if (known.some(({ family }) => family === "any")) return ANY;
  if (known.every(({ family }) => family === "number")) {
    if (known.some(isFloat)) return nullable(FLOAT64, isNullable);
    const isSigned = known.some(({ name }) => name.startsWith("I"));
    const bits = Math.max(...known.map(bitsOf));
    return plain("number", `${isSigned ? "Int" : "UInt"}${bits}`, { isNullable });
  }
  if (known.every(({ family }) => family === "number" || family === "bool")) return nullable(FLOAT64, isNullable);
  if (known.every(({ family }) => family === "time" || family === "date")) return nullable(DATETIME64, isNullable);
  if (known.every(({ family }) => family === "text" || family === "property")) return nullable(STRING, isNullable);
  return null;
}
