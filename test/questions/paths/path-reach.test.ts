import { suite } from "uvu";
import * as assert from "uvu/assert";
import { reachableEdges } from "../../../lib/questions/paths/path-reach.ts";

const edge = (source: string, target: string) => ({ source, target, value: 1, average_conversion_time: 0 });

const reach = suite("reachableEdges");

reach("keeps what a first item leads to, in the order given, and no item 10 to 19 for a first one", () => {
  const kept = [edge("2_b", "3_c"), edge("1_a", "2_b"), edge("3_c", "4_d"), edge("1_z", "2_y")];
  const hanging = [edge("2_x", "3_c"), edge("10_a", "11_b"), edge("4_e", "5_f")];
  const [first, ...others] = kept;
  assert.ok(first);
  assert.equal(reachableEdges([first, ...hanging, ...others]), kept);
  assert.equal(reachableEdges([]), []);
});

reach.run();
