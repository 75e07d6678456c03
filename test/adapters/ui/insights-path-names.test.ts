import { suite } from "uvu";
import * as assert from "uvu/assert";
import { pathNames, splitKey } from "../../../adapters/ui/page/views/insights/path-names.ts";

function edge(source: string, target: string) {
  return { source, target, value: 1, average_conversion_time: 0 };
}

const splitting = suite("splitKey");

splitting("tells the item from its position", () => {
  assert.equal(splitKey("2_/a_b"), { name: "/a_b", column: 1 });
  assert.equal(splitKey("10_signed_up"), { name: "signed_up", column: 9 });
});

splitting.run();

const names = suite("pathNames");

names("leaves the site out where there is one alone", () => {
  const nameOf = pathNames([edge("1_https://a.example", "2_https://a.example/cart"), edge("1_paid", "2_paid")]);
  assert.equal(["https://a.example", "https://a.example/cart", "paid"].map(nameOf), ["/", "/cart", "paid"]);
});

names("keeps it where there are several", () => {
  const nameOf = pathNames([edge("1_https://a.example/x", "2_https://b.example/x")]);
  assert.is(nameOf("https://a.example/x"), "https://a.example/x");
});

names("says so where a page came without its address", () => {
  assert.is(pathNames([edge("1_", "2_paid")])(""), "(no address)");
});

names.run();
