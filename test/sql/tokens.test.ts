import { suite } from "uvu";
import * as assert from "uvu/assert";
import { startOfStatement, tokenize } from "../../lib/sql/tokens.ts";

const tokens = suite("tokenize");

const show = (sql: string) => tokenize(sql).map(({ kind, value }) => `${kind} ${value}`);

tokens("knows SQLite's four kinds of quotes, and a doubled quote inside", () => {
  assert.equal(show(`'it''s' "a""b" \`c\` [d e]`), ["text it's", 'quoted a"b', "quoted c", "quoted d e"]);
});

tokens("skips spaces and both kinds of comments, also one that never ends", () => {
  assert.equal(show("a -- b\n /* c */ d /* e"), ["name a", "name d"]);
});

tokens("takes names with digits, dollars and letters of any language, in lower case", () => {
  assert.equal(show("Ab_1$ größe"), ["name ab_1$", "name größe"]);
});

tokens("takes numbers, variables and signs", () => {
  assert.equal(show("1.5e-3 0xFF $browser :a ?1 <="), [
    "number 1.5e-3",
    "number 0xFF",
    "variable $browser",
    "variable :a",
    "variable ?1",
    "sign <",
    "sign =",
  ]);
});

tokens("gives back every character of a text through its offsets", () => {
  const sql = "select p.properties.$a, 'x''y' /* c */ from [a b] where 1=1 -- end";
  for (const { source, start, end } of tokenize(sql)) assert.is(sql.slice(start, end), source);
  assert.equal(show("'never closed").slice(0, 2), ["sign '", "name never"]);
});

// Without that look a search for the end of each bracket would take minutes, and the runner ends a test after one.
tokens("looks once for the end of brackets that nothing closes", () => {
  assert.equal(show("[a ]["), ["quoted a ", "sign ["]);
  assert.is(tokenize("[".repeat(500_000)).length, 500_000);
});

tokens.run();

const start = suite("startOfStatement");

start("is behind spaces and comments", () => {
  assert.is(startOfStatement(" -- x\n/* y */ select"), 14);
  assert.is(startOfStatement("select"), 0);
});

start.run();
