import { suite } from "uvu";
import * as assert from "uvu/assert";
import { strongestPaths } from "../../../adapters/ui/page/views/insights/strongest-paths.ts";

function edge(source: string, target: string, value: number) {
  return { source, target, value, average_conversion_time: 0 };
}

const tests = suite("strongestPaths");

tests("keeps the most frequent items of each column, and no more than may be", () => {
  const edges = [edge("1_a", "2_x", 9), edge("1_b", "2_y", 8), edge("1_c", "2_z", 7), edge("1_a", "2_z", 6)];
  assert.equal(strongestPaths(edges, 2), [edges[0], edges[1]]);
  assert.equal(strongestPaths(edges, 3), edges);
});

tests("gives no room to an item without a link that is shown", () => {
  const edges = [edge("1_a", "2_x", 9), edge("1_b", "2_y", 8), edge("1_c", "2_x", 7)];
  assert.equal(strongestPaths(edges, 2), [edges[0], edges[1]]);
  const crowded = [edge("1_a", "2_x", 9), edge("1_a", "2_y", 8), edge("1_b", "2_z", 7), edge("1_c", "2_x", 6)];
  assert.equal(strongestPaths(crowded, 2), [crowded[0], crowded[1], crowded[3]]);
});

tests("leaves out what follows from an item that is not shown", () => {
  const edges = [edge("1_a", "2_x", 9), edge("1_b", "2_y", 8), edge("2_y", "3_p", 7), edge("2_x", "3_q", 1)];
  assert.equal(strongestPaths(edges, 1), [edges[0], edges[3]]);
});

tests("takes paths that begin later as they are", () => {
  const edges = [edge("3_a", "4_b", 2)];
  assert.equal(strongestPaths(edges, 1), edges);
  assert.equal(strongestPaths([], 5), []);
});

tests.run();
