import { suite } from "uvu";
import * as assert from "uvu/assert";
import { addStatements, chooseColumns, columnName } from "../../../adapters/clickhouse/key-columns.ts";

const choice = suite("chooseColumns");

choice("gives the free places to the keys that are used most", () => {
  assert.equal(chooseColumns([], ["a", "b", "c"], 2), { added: ["a", "b"], dropped: [] });
  assert.equal(chooseColumns(["c"], ["a", "b", "c"], 2), { added: ["a"], dropped: [] });
  assert.equal(chooseColumns(["a"], [], 2), { added: [], dropped: [] });
});

choice("takes the place of a key that is no longer used, and of no other", () => {
  assert.equal(chooseColumns(["old", "c"], ["a", "b", "c"], 2), { added: ["a"], dropped: ["old"] });
  assert.equal(chooseColumns(["b", "c"], ["a", "b", "c"], 2), { added: [], dropped: [] });
});

choice("keeps to a lower limit: unused keys leave first, then those that are used least", () => {
  assert.equal(chooseColumns(["old", "c", "a", "b"], ["a", "b", "c"], 2), { added: [], dropped: ["c", "old"] });
  assert.equal(chooseColumns(["a", "b"], [], 0), { added: [], dropped: ["a", "b"] });
});

choice.run();

const statements = suite("addStatements");

statements("of a cluster reach every node, and the table that spreads statements has the columns too", () => {
  const name = columnName("it's");
  const column = String.raw`ADD COLUMN IF NOT EXISTS ${name} String MATERIALIZED text['it\'s'] COMMENT 'it\'s'`;
  assert.equal(addStatements(["it's"], { database: "hoglet", cluster: "big" }), [
    `ALTER TABLE \`hoglet\`.\`events_local\` ON CLUSTER 'big' ${column}`,
    `ALTER TABLE \`hoglet\`.\`events\` ON CLUSTER 'big' ${column}`,
    `ALTER TABLE \`hoglet\`.\`events_local\` ON CLUSTER 'big' MATERIALIZE COLUMN ${name} SETTINGS mutations_sync = 0`,
  ]);
  assert.equal(addStatements([], { database: "hoglet", cluster: null }), []);
});

statements.run();
