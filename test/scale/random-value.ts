import type { Random } from "../../fixtures/random.ts";

// Expressions of HogQL that ClickHouse takes as they are, by the type of their value. Texts have ASCII letters alone: functions of hoglet count
// characters, where some of ClickHouse's count bytes.

type Make = (random: Random, depth: number) => string;

function of(atoms: readonly string[], forms: readonly Make[]): Make {
  return (random, depth) => (depth <= 0 ? random.pick(atoms) : random.pick(forms)(random, depth - 1));
}

const call =
  (name: string, ...args: (Make | string)[]): Make =>
  (random, depth) =>
    `${name}(${args.map((arg) => (typeof arg === "string" ? arg : arg(random, depth))).join(", ")})`;

const between =
  (operator: string, left: Make, right: Make | string): Make =>
  (random, depth) =>
    `(${left(random, depth)} ${operator} ${typeof right === "string" ? right : right(random, depth)})`;

const text: Make = (random, depth) => textOf(random, depth);
const whole: Make = (random, depth) => wholeOf(random, depth);
const condition: Make = (random, depth) => conditionOf(random, depth);
const perhaps: Make = (random, depth) =>
  random.pick([text, call("nullIf", text, "''"), call("nullIf", text, text)])(random, depth);

const textOf = of(
  ["'Hello'", "'a,b,c'", "''", String.raw`'it\'s'`, "'12'", "'ABC abc'", "'x=1'"],
  [
    call("lower", text),
    call("upper", text),
    call("concat", text, text),
    call("substring", text, "2", "3"),
    call("if", condition, text, text),
    call("coalesce", perhaps, text),
    call("replaceAll", text, "'a'", text),
    call("trim", text),
    call("toString", whole),
    call("arrayElement", call("splitByChar", "','", text), "1"),
    call("multiIf", condition, text, condition, text, "'z'"),
    call("leftPad", text, "5", "'*'"),
    call("reverseUTF8", text),
  ],
);

const wholeOf = of(
  ["0", "1", "7", "-3", "100", "12"],
  [
    ...["+", "-", "*"].map((operator) => between(operator, whole, whole)),
    ...["length", "lengthUTF8"].map((name) => call(name, text)),
    ...["abs", "sign"].map((name) => call(name, whole)),
    ...["greatest", "least"].map((name) => call(name, whole, whole)),
    call("if", condition, whole, whole),
    call("position", text, "'b'"),
    call("intDiv", whole, "3"),
    between("%", whole, "5"),
  ],
);

const number: Make = (random, depth) =>
  random.pick([
    between("/", whole, "4"),
    call("round", between("/", whole, "3"), "2"),
    call("sqrt", call("abs", whole)),
    call("floor", between("/", whole, "2")),
  ])(random, depth);

const conditionOf = of(
  ["1 = 1", "1 = 2", "'a' < 'b'"],
  [
    ...["=", "<"].map((operator) => between(operator, text, text)),
    ...["and", "or"].map((operator) => between(operator, condition, condition)),
    between(">", whole, whole),
    between("in", text, "('12', 'Hello')"),
    between("like", text, "'%a%'"),
    between("ilike", text, "'%A%'"),
    between("between", whole, "0 and 5"),
    call("not", condition),
    call("startsWith", text, "'a'"),
    call("match", text, "'^[a-z]+'"),
    call("isNull", perhaps),
    call("empty", text),
  ],
);

/** A random expression of constants, a few levels deep. */
export function randomValue(random: Random): string {
  return random.pick([text, perhaps, whole, number, condition])(random, random.integer(1, 3));
}
