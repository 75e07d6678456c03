import { suite } from "uvu";
import * as assert from "uvu/assert";
import { nextOrder, toOrders } from "../../../adapters/ui/page/views/plugins/orders.ts";

const tests = suite("orders");

tests("number a list from 1", () => {
  assert.equal(toOrders([15, 16, 4]), { 15: 1, 16: 2, 4: 3 });
});

tests("put a new one last", () => {
  assert.is(nextOrder([]), 1);
  assert.is(nextOrder([{ order: 7 }, { order: 2 }]), 8);
});

tests.run();
