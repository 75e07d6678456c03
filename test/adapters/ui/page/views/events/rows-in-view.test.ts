import { suite } from "uvu";
import * as assert from "uvu/assert";
import { rowsInView } from "../../../../../../adapters/ui/page/views/events/rows-in-view.ts";

const view = suite("rowsInView");

view("every row that the window touches is drawn, wherever it is scrolled to", () => {
  for (let scrollTop = 0; scrollTop <= 100 * 30; scrollTop += 7) {
    const { start, end } = rowsInView(100, { rowHeight: 30, scrollTop, height: 200 });
    assert.ok(start >= 0 && end <= 100);
    for (let row = 0; row < 100; row++) {
      const isTouched = (row + 1) * 30 > scrollTop && row * 30 < scrollTop + 200;
      if (isTouched) assert.ok(row >= start && row < end, `row ${row} at ${scrollTop}`);
    }
    assert.ok(end - start <= 200 / 30 + 2 + 16);
  }
});

view("a list shorter than its window is drawn whole, an empty one not at all", () => {
  assert.equal(rowsInView(3, { rowHeight: 30, scrollTop: 0, height: 600 }), { start: 0, end: 3 });
  assert.equal(rowsInView(0, { rowHeight: 30, scrollTop: 0, height: 600 }), { start: 0, end: 0 });
});

view("a list that has become shorter than where it was scrolled to draws its end", () => {
  assert.equal(rowsInView(2, { rowHeight: 30, scrollTop: 6000, height: 600 }), { start: 2, end: 2 });
});

view.run();
