import { suite } from "uvu";
import * as assert from "uvu/assert";
import { HogletError } from "../../../lib/base/errors.ts";
import { KNOWN_NAMES } from "../../../lib/hogql/compile/compile-call.ts";
import { checkExpression, openEvaluator, Refusal } from "../../../lib/hogql/index.ts";
import { size } from "../../support/rounds.ts";

const bounded = suite("requireBounded");

/** Texts that become longest: in JSON, in a URL, in a list, as a format of dates. */
const TEXTS = ['"', "\\", ",", " ", "a", "%", "é", "€", "/", "?a=", "%Y", "&", "\u0001"].map((part) =>
  part.repeat(Math.ceil(900 / part.length)),
);

const evaluator = openEvaluator();

/** The longest value of an expression over these texts; null = it is no expression of a question. */
function longest(expression: string): number | null {
  try {
    const { inputs } = checkExpression(expression, "text", { timezone: "UTC", subject: "event" });
    const surroundings = { timezone: "UTC", subject: "event" as const, weekStartDay: 0, nowMs: 0, inputs };
    const evaluate = evaluator.open(expression, "text", surroundings);
    return Math.max(...TEXTS.map((text) => lengthOf(() => evaluate(inputs.map(() => text)))));
  } catch (error) {
    if (error instanceof Refusal || error instanceof HogletError) return null;
    throw error;
  }
}

/** A function may refuse a text. */
function lengthOf(evaluate: () => unknown): number {
  try {
    return String(evaluate() ?? "").length;
  } catch {
    return 0;
  }
}

function isRefused(expression: string): boolean {
  try {
    checkExpression(expression, "text", { timezone: "UTC", subject: "event" });
    return false;
  } catch (error) {
    if (error instanceof Refusal) return true;
    throw error;
  }
}

const REST = ["", ", 'a'", ", 'a', 'b'"];

bounded("a function makes its values at most as much longer as it is taken for", () => {
  const wrong: string[] = [];
  let tried = 0;
  for (const name of [...KNOWN_NAMES].filter((_, index) => index % size(15, 1) === 0)) {
    for (const call of [
      ...REST.map((rest) => `${name}(event${rest})`),
      `${name}('%Y', event)`,
      `${name}('a', event)`,
    ]) {
      const length = longest(call);
      if (length === null) continue;
      tried += 1;
      // 82 of them are refused where each counts as nine times its argument.
      const isLengthening = isRefused(`concat(${Array.from({ length: 82 }, () => call).join()})`);
      if (length > 900 * (isLengthening ? 9 : 1.05) + 40) wrong.push(`${call}: ${length} of 900`);
    }
  }
  assert.ok(tried > size(10, 150), `${tried} calls`);
  assert.equal(wrong, []);
});

bounded.after(() => evaluator.close());
bounded.run();
