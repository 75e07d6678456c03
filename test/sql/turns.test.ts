import { suite } from "uvu";
import * as assert from "uvu/assert";
import { HogletError } from "../../lib/index.ts";
import { createTurns } from "../../lib/sql/turns.ts";
import type { Turn } from "../../lib/sql/turns.ts";

interface Named extends Turn {
  name: string;
}

function turn(name: string, projectId: number, keyId: string | null, sizeChars = 1): Named {
  return { name, caller: { projectId, keyId }, sizeChars, isLong: false };
}

/** Takes and finishes all, one at a time. */
function drain(turns: ReturnType<typeof createTurns<Named>>): string {
  const names: string[] = [];
  for (let next = turns.take(true); next !== undefined; next = turns.take(true)) {
    names.push(next.name);
    turns.finish(next);
  }
  return names.join(" ");
}

function refusalOf(run: () => void): string {
  try {
    run();
  } catch (error) {
    if (error instanceof HogletError) return `${error.status} ${error.retryAfterSeconds} ${error.detail}`;
    throw error;
  }
  return "";
}

const turns = suite("createTurns");

turns("projects take turns, in a project its keys, and a key's questions come in their order", () => {
  const own = createTurns<Named>();
  for (const name of ["a1", "a2", "a3", "a4"]) own.add(turn(name, 1, "a"), 1);
  own.add(turn("b1", 1, "b"), 1);
  own.add(turn("b2", 1, "b"), 1);
  own.add(turn("c1", 2, "c"), 1);
  own.add(turn("c2", 2, "c"), 1);
  assert.is(drain(own), "a1 c1 b1 c2 a2 b2 a3 a4");
});

turns("one key has one question running in a project; another key, or another project of it, need not wait", () => {
  const own = createTurns<Named>();
  for (const [name, project, key] of [
    ["a1", 1, "a"],
    ["a2", 1, "a"],
    ["b1", 1, "b"],
    ["a3", 2, "a"],
  ] as const) {
    own.add(turn(name, project, key), 1);
  }
  const taken = [own.take(true), own.take(true), own.take(true)];
  assert.equal(
    taken.map((one) => one?.name),
    ["a1", "a3", "b1"],
  );
  assert.is(own.take(true), undefined);
  assert.is(own.hasNew(), false);
  const [first] = taken;
  if (first !== undefined) own.finish(first);
  assert.is(own.take(true)?.name, "a2");
});

turns("one that takes long is taken only where those may run, and is not new", () => {
  const own = createTurns<Named>();
  own.putBack({ ...turn("long", 1, "a"), isLong: true });
  assert.equal([own.hasNew(), own.take(false)], [false, undefined]);
  assert.is(own.take(true)?.name, "long");
});

turns("ten of a key may wait, and a hundred in all; programs that hold the handle may let any number wait", () => {
  const own = createTurns<Named>();
  for (let index = 0; index < 10; index++) own.add(turn("a", index, "a"), 3);
  assert.match(
    refusalOf(() => own.add(turn("a", 99, "a"), 3)),
    /^429 3 10 queries of this key are waiting\./,
  );
  for (let index = 0; index < 90; index++) own.add(turn("b", 1, `key ${index}`), 3);
  assert.match(
    refusalOf(() => own.add(turn("c", 1, "new"), 1)),
    /^429 1 Too many queries are waiting\./,
  );
  for (let index = 0; index < 200; index++) own.add(turn("program", 1, null), 1);
  const [one] = own.all();
  if (one !== undefined) assert.ok(own.remove(one));
  own.add(turn("c", 1, "new"), 1);
});

turns("what waits has a bound in characters; one alone may have any", () => {
  const own = createTurns<Named>();
  const MIB = 1024 * 1024;
  own.add(turn("large", 1, "a", 20 * MIB), 1);
  assert.match(
    refusalOf(() => own.add(turn("small", 2, "b"), 1)),
    /^429/,
  );
  own.take(true);
  for (let index = 0; index < 4; index++) own.add(turn("a", 2, `key ${index}`, 4 * MIB), 1);
  assert.match(
    refusalOf(() => own.add(turn("b", 2, "b"), 1)),
    /^429/,
  );
});

turns.run();
