import { suite } from "uvu";
import * as assert from "uvu/assert";
import { rememberParsed } from "../../../lib/questions/shared/remember-parsed.ts";
import { readOlderTrend } from "../../../lib/questions/trend/older/question.ts";

/** Counts its calls; throws for a question without events. */
function counted() {
  const calls: unknown[] = [];
  const parse = rememberParsed((input: unknown) => {
    calls.push(input);
    const { events } = input as { events?: unknown[] };
    if (events === undefined) throw new RangeError("There are no events.");
    return { events: [...events], made: calls.length };
  });
  return { calls, parse };
}

const remembered = suite("rememberParsed");

remembered("parses an equal question once, and gives each caller an answer of its own", () => {
  const { calls, parse } = counted();
  const first = parse({ events: [{ id: "x" }] });
  first.events.push("changed by its caller");
  const second = parse({ events: [{ id: "x" }] });
  assert.equal(second, { events: [{ id: "x" }], made: 1 });
  second.events.length = 0;
  assert.equal(parse({ events: [{ id: "x" }] }), { events: [{ id: "x" }], made: 1 });
  assert.is(parse({ events: [{ id: "y" }] }).made, 2);
  assert.is(calls.length, 2);
});

remembered("parses again what JSON text would not tell apart", () => {
  const { calls, parse } = counted();
  const date = new Date(0);
  // oxlint-disable-next-line no-sparse-arrays -- that is what is tested
  const likes = [[date.toJSON()], [date], [null], [Number.NaN], [,], [undefined], [{ at: undefined }], [{}]];
  for (const events of likes) parse({ events });
  assert.is(calls.length, likes.length);
  parse({ events: [date.toJSON()] });
  assert.is(calls.length, likes.length);
});

remembered("remembers no refusal, and no function", () => {
  const { calls, parse } = counted();
  for (let time = 0; time < 2; time++) assert.throws(() => parse({}), /no events/);
  assert.is(calls.length, 2);
  const parseTrend = rememberParsed(readOlderTrend);
  for (let time = 0; time < 2; time++) {
    const { query } = parseTrend({ events: [{ id: "a" }, { id: "b" }], formula: "A / B" });
    assert.is(query.formulas[0]?.formula.evaluate([6, 3]), 2);
  }
});

remembered.run();
