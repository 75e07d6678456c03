import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createRandom } from "../../../../fixtures/random.ts";
import { SINGLE_WORKER } from "../../../../lib/engines/columns/group/worker-group.ts";
import { NumberList } from "../../../../lib/questions/funnel/columns/number-list.ts";
import { Cache } from "../../../../lib/engines/columns/log/cache.ts";
import { Arena } from "../../../../lib/engines/columns/log/arena.ts";

const list = suite("NumberList");

for (const count of [0, 1, 2, 63, 64, 65, 191, 192, 193, 5000]) {
  list(`holds ${count} numbers like an array does`, () => {
    const random = createRandom(count + 1);
    const arena = new Arena(new Cache(1000));
    const numbers = Array.from({ length: count }, () => random.integer(-1000, 1000) / 8);
    const own = new NumberList(arena);
    own.addAll(Float64Array.from(numbers));
    assert.is(own.count, count);
    assert.equal([...own.toArray()], numbers);
    assert.equal([...own.toShared(SINGLE_WORKER)], numbers);
    const sorted = numbers.toSorted((a, b) => a - b);
    const middle = ((sorted[(count - 1) >> 1] ?? 0) + (sorted[count >> 1] ?? 0)) / 2;
    assert.is(own.median(), count === 0 ? null : middle);
    assert.equal([...own.toArray()], numbers, "the median leaves them as they were");
    for (let turn = 0; turn < count; turn += 7) {
      own.put(turn, turn);
      numbers[turn] = turn;
    }
    own.put(-1, 0.5);
    numbers.push(0.5);
    assert.equal(
      numbers.map((_, place) => own.at(place)),
      numbers,
    );
  });
}

list.run();
