import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Cache } from "../../../../lib/engines/columns/log/cache.ts";

const cache = suite("Cache");

cache("drops what was used the longest ago, what stays briefly first and what stays long last", () => {
  const own = new Cache(30);
  let made = 0;
  const get = (key: string, priority?: "brief" | "usual" | "long") =>
    own.get(
      key,
      () => (made += 1),
      () => 10,
      priority,
    );
  get("order", "long");
  get("times");
  get("ids", "brief");
  assert.is(made, 3);
  // The cache is full: another entry drops the brief entry, although that came last.
  get("actors");
  assert.is(own.find("ids", "brief"), undefined);
  assert.is(own.find("times"), 2);
  own.begin();
  // `times` was used just now.
  assert.is(own.find("times"), 2);
  get("codes");
  assert.is(own.find("actors"), undefined);
  assert.is(own.find("order", "long"), 1);
  own.reserve(20);
  assert.is(own.find("times"), undefined);
  assert.is(own.find("order", "long"), 1);
  own.drop("order", "long");
  assert.is(own.find("order", "long"), undefined);
});

cache("keeps most columns of a question that has more than there is room for, asking after asking", () => {
  const own = new Cache(800);
  const ask = (name: string, columns: number) => {
    let made = 0;
    own.begin();
    for (let column = 0; column < columns; column++) {
      const get = () =>
        own.get(
          `${name} ${column}`,
          () => (made += 1),
          () => 10,
        );
      get();
      const before = made;
      get();
      assert.is(made, before, "a column is read once within a question");
    }
    assert.ok(own.sizeBytes <= 850);
    return made;
  };
  assert.is(ask("a", 100), 100);
  assert.is(ask("a", 100), 20);
  assert.is(ask("a", 100), 20);
  // Another question takes the room of the first, from the end on.
  assert.is(ask("b", 30), 30);
  assert.is(ask("a", 100), 50);
  assert.is(ask("b", 30), 30);
  assert.is(ask("b", 30), 0);
});

cache.run();
