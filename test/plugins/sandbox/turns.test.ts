import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createTurns } from "../../../lib/plugins/sandbox/turns.ts";

const turns = suite("createTurns");

/** A clock that stands still: each step adds its own time. */
function open() {
  let nowMs = 0;
  const next: (() => void)[] = [];
  const later: { run: () => void; ms: number }[] = [];
  const done: string[] = [];
  const all = createTurns({
    nowMs: () => nowMs,
    next: (run) => void next.push(run),
    later: (run, ms) => void later.push({ run, ms }),
  });
  const line = (name: string, costs: number[]) => ({
    step() {
      nowMs += costs.shift() ?? 0;
      done.push(name);
      return costs.length > 0;
    },
  });
  return { ...all, line, done, next, later };
}

turns("does at once what there is time for", () => {
  const { add, line, done, later } = open();
  add(line("a", [1, 1]));
  assert.equal([done, later.length], [["a", "a"], 0]);
});

turns("rests after a slice for as long as it took, and then goes on, one piece of each line at a time", () => {
  const { add, line, done, later } = open();
  add(line("a", [4, 1, 1]));
  add(line("b", [1, 1]));
  assert.equal(done, ["a"]);
  assert.is(later[0]?.ms, 4);
  later.shift()?.run();
  assert.equal(done, ["a", "a", "b", "a", "b"]);
});

turns("counts all that is done in one turn of the event loop", () => {
  const { add, line, done, next } = open();
  for (let n = 0; n < 5; n++) add(line("a", [2]));
  assert.is(done.length, 2);
  const other = open();
  for (let n = 0; n < 5; n++) {
    other.add(other.line("a", [2]));
    other.next.shift()?.();
  }
  assert.is(other.done.length, 5);
  assert.is(next.length, 1);
});

turns("rests no longer than 100 ms after a piece that took long", () => {
  const { add, line, later } = open();
  add(line("a", [5000]));
  assert.is(later[0]?.ms, 100);
});

turns.run();
