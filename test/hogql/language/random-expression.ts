import type { Random } from "../../../fixtures/random.ts";

// Texts of HogQL that a grammar makes: every operator and form, at random.

const ATOMS = [
  "a",
  "b.c",
  "properties.$browser",
  "properties['a b']",
  "`x y`",
  '"q"',
  "1",
  "2.5",
  "1e3",
  "0x1F",
  "'text'",
  "'it''s'",
  "null",
  "true",
  "false",
  "{p}",
  "(1, 'x')",
  "[1, 2]",
  "[]",
  "[[1], [2]]",
  "now()",
  "count()",
  "f'x{a}y'",
  "interval 1 day",
  "interval '2 week'",
  "{'k': 1}",
  "inf",
  "NaN",
  "0b11",
];

const BINARY = "+ - * / % || = == != <> < <= > >= =~ !~ ~ =~* ~* !~* and or like ilike in ??".split(" ");
const TYPES = ["Int64", "String", "Nullable(Float64)", "DateTime"];

type Make = (random: Random, depth: number) => string;

const FORMS: Make[] = [
  ...BINARY.map(
    (operator): Make =>
      (random, depth) =>
        `${make(random, depth)} ${operator} ${make(random, depth)}`,
  ),
  ...["not like", "not ilike", "not in", "is distinct from", "is not distinct from", "<=>"].map(
    (operator): Make =>
      (random, depth) =>
        `${wrapped(random, depth)} ${operator} ${wrapped(random, depth)}`,
  ),
  (random, depth) => `(${make(random, depth)})`,
  (random, depth) => `not ${make(random, depth)}`,
  (random, depth) => `-${wrapped(random, depth)}`,
  (random, depth) => `${wrapped(random, depth)} is null`,
  (random, depth) => `${wrapped(random, depth)} is not null`,
  (random, depth) => `(${make(random, depth)} between ${wrapped(random, depth)} and ${wrapped(random, depth)})`,
  (random, depth) => `(${wrapped(random, depth)} not between 1 and ${wrapped(random, depth)})`,
  (random, depth) => `(${make(random, depth)} ? ${make(random, depth)} : ${make(random, depth)})`,
  (random, depth) => `case when ${make(random, depth)} then ${make(random, depth)} end`,
  (random, depth) => `case ${make(random, depth)} when 1 then ${make(random, depth)} else ${make(random, depth)} end`,
  (random, depth) => `if(${make(random, depth)}, ${make(random, depth)}, 0)`,
  (random, depth) => `arrayMap(x -> ${make(random, depth)}, [${make(random, depth)}])`,
  (random, depth) => `arrayMap((x, y) -> ${make(random, depth)}, a, b)`,
  (random, depth) => `quantile(0.5)(${make(random, depth)})`,
  (random, depth) => `sum(distinct ${make(random, depth)})`,
  (random, depth) => `sum(a) over (partition by ${make(random, depth)} order by b desc)`,
  (random, depth) => `cast(${make(random, depth)} as ${random.pick(TYPES)})`,
  (random, depth) => `${wrapped(random, depth)}::Int64`,
  (random, depth) => `try_cast(${make(random, depth)} as ${random.pick(TYPES).toLowerCase()})`,
  (random, depth) => `${wrapped(random, depth)}[${make(random, depth)}]`,
  (random, depth) => `(${make(random, depth)}, 1).1`,
  (random, depth) => `coalesce(${make(random, depth)}, ${make(random, depth)},)`,
  (random, depth) => `f'${"a".repeat(random.integer(0, 1))}{${make(random, depth)}}{${make(random, depth)}} \\{z}'`,
  () => "(select 1)",
  (random, depth) => `${make(random, depth)} /* c */ + -- d\n ${make(random, depth)}`,
];

const wrapped: Make = (random, depth) => (random.integer(0, 2) === 0 ? random.pick(ATOMS) : `(${make(random, depth)})`);

/** An expression of at most `depth` levels. */
function make(random: Random, depth: number): string {
  return depth <= 0 || random.integer(0, 3) === 0 ? random.pick(ATOMS) : random.pick(FORMS)(random, depth - 1);
}

/** A random expression; every tenth has a fault: a sign that is missing, doubled, or of another place. */
export function randomExpression(random: Random): string {
  const text = make(random, 1 + random.integer(0, 2));
  if (!random.chance(0.1)) return text;
  const pieces = text.split(/(\W)/);
  const at = random.integer(0, pieces.length - 1);
  pieces.splice(at, random.integer(0, 1), ...random.pick([[], [pieces[at] ?? ""], ["("], ["]"], [","], ["and"]]));
  return pieces.join("");
}
