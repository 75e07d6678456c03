import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createRandom } from "../../../fixtures/random.ts";
import { parseSingleExpression, parseStatement } from "../../../lib/hogql/language/parse-query.ts";
import { Refusal } from "../../../lib/hogql/refusal.ts";
import { rounds, seeds, size } from "../../support/rounds.ts";
import { openJudge } from "./judge.ts";
import { ofOwn } from "./plain-tree.ts";
import type { Plain } from "./plain-tree.ts";
import { randomExpression } from "./random-expression.ts";
import { FAULTY, LOOSER, STATEMENTS, STRICTER } from "./statements.ts";

const grammar = suite("the grammar, by PostHog's parser");
const judge = await openJudge();

function orRefused<T>(parse: () => T): T | null {
  try {
    return parse();
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

const isTurn = (_: string, index: number) => index % size(6, 1) === 0;
const accepts = (text: string) => orRefused(() => parseStatement(text)) !== null;

grammar(`takes the same ${STATEMENTS.length} statements, and refuses the same ${FAULTY.length}`, () => {
  for (const text of STATEMENTS) assert.ok(accepts(text), text);
  for (const text of FAULTY) assert.not.ok(accepts(text), text);
  // Some of them in the quick run: PostHog's parser takes 4 ms for a statement.
  for (const text of STATEMENTS.filter(isTurn)) assert.ok(judge.accepts(text), text);
  for (const text of FAULTY.filter(isTurn)) assert.not.ok(judge.accepts(text), text);
});

grammar("differs where the lists say so", () => {
  for (const [text, why] of LOOSER)
    assert.equal([accepts(text), judge.accepts(text)], [true, false], `${text}: ${why}`);
  for (const [text, missing] of STRICTER) {
    assert.equal([accepts(text), judge.accepts(text)], [false, true], `${text}: ${missing}`);
  }
});

/** Texts that both parsers read in their own way. */
const OTHERWISE = [
  // Here IS NULL ends the comparison, and a subquery behind IN does.
  /\bin ?\(+ ?select|is (?:not )?null\s*(?:[-+|/*%[.]|--|\/\*)/,
  // Words of the grammar are names there.
  /\bdistinct,|\band\W*$|\bselect\W*,|\band ?[^\w\s('"`[{-]|[^\w\s)'"`\]}]\W*and\b|\bnull\.|\binterval\b(?! (?:1|'2) ?)/,
  // Places of texts, numbers and intervals.
  /\.\.|\d\.[a-z]|['y]\.1|'\[|day\[/,
  // Here any value may have a plus before it.
  /\+\s*\+/,
  // Programs of Hog: calls of values, and placeholders that compute.
  /\)\(|\{[^}:]* /,
  // A comma behind the expression of a template; a cast without its type.
  /,\}|try_cast\((?!.*\bas [\w()]+\))/,
  // Words of SQLite.
  /->>|\bis not (?!null\b|distinct\b)/,
  // Unknown escapes keep their backslash here.
  /\\\(/,
  // The empty list.
  /\(\)/,
];

for (const seed of seeds(1, 6)) {
  grammar(`gives random expressions the same trees, seed ${seed}`, () => {
    const random = createRandom(seed);
    for (let done = 0; done < rounds(60, 200); done++) {
      const text = randomExpression(random);
      if (OTHERWISE.some((pattern) => pattern.test(text.replaceAll("now()", "").replaceAll("count()", "")))) continue;
      const own: Plain | null = orRefused(() => ofOwn(parseSingleExpression(text)));
      assert.equal(own, judge.tree(text), text);
    }
  });
}

grammar.run();
