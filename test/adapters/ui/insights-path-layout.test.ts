import { suite } from "uvu";
import * as assert from "uvu/assert";
import { layPaths } from "../../../adapters/ui/page/views/insights/path-layout.ts";

function edge(source: string, target: string, value: number) {
  return { source, target, value, average_conversion_time: 0 };
}

const layout = suite("layPaths");

layout("puts items into the column of their position, as high as they are frequent", () => {
  const { nodes, links, height } = layPaths(
    [edge("1_a", "2_b", 30), edge("1_a", "2_a", 10), edge("2_b", "3_c", 15)],
    600,
  );
  const [a, b, other, c] = ["1_a", "2_b", "2_a", "3_c"].map((key) => nodes.find((node) => node.key === key));
  assert.ok(a && b && other && c);
  assert.ok(a.x < b.x && b.x === other.x && b.x < c.x);
  assert.ok(Math.abs(b.height / other.height - 3) < 0.01);
  assert.ok(Math.abs(a.height - b.height - other.height) < 0.01);
  assert.equal(
    links.map(({ edge: { value }, width }) => Math.round((width / a.height) * 40) === value),
    [true, true, true],
  );
  assert.ok(nodes.every(({ x, y, width, height: own }) => x >= 0 && x + width <= 600 && y >= 0 && y + own <= height));
});

layout("keeps an item in its column when nothing leads to it", () => {
  const { nodes } = layPaths([edge("1_a", "2_b", 1), edge("3_c", "4_d", 1)], 600);
  const at = (key: string) => nodes.find((node) => node.key === key)?.x ?? -1;
  assert.ok(at("2_b") < at("3_c"), "c stands behind b");
});

layout.run();
