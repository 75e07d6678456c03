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
  // `times` was used just now.
  get("codes");
  assert.is(own.find("actors"), undefined);
  assert.is(own.find("order", "long"), 1);
  own.reserve(20);
  assert.is(own.find("times"), undefined);
  assert.is(own.find("order", "long"), 1);
  own.drop("order", "long");
  assert.is(own.find("order", "long"), undefined);
});

cache.run();
