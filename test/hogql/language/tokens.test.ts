import { suite } from "uvu";
import * as assert from "uvu/assert";
import { tokenize } from "../../../lib/hogql/language/tokens.ts";

const tokens = suite("tokenize");

const show = (sql: string) =>
  tokenize(sql)
    .filter(({ kind }) => kind !== "end")
    .map(({ kind, value }) => `${kind} ${value}`);

tokens("knows three kinds of quotes, doubled quotes and escapes inside", () => {
  assert.equal(show(String.raw`'it''s' 'it\'s' "a""b" \`c\`\`d\` '\d+\n\\'`.replaceAll("\\`", "`")), [
    "text it's",
    "text it's",
    'quoted a"b',
    "quoted c`d",
    "text \\d+\n\\",
  ]);
});

tokens("skips spaces and both kinds of comments, also one that never ends", () => {
  assert.equal(show("a -- b\n /* c */ d /* e"), ["name a", "name d"]);
});

tokens("takes names with digits, dollars and letters of any language, in their letter case", () => {
  assert.equal(show("Ab_1$ $browser größe"), ["name Ab_1$", "name $browser", "name größe"]);
});

tokens("takes numbers, variables and operators", () => {
  assert.equal(show("1.5e-3 .5 0xFF 1_000 = :a <= == ->>"), [
    "number 1.5e-3",
    "number .5",
    "number 0xFF",
    "number 1_000",
    "sign =",
    "variable :a",
    "sign <=",
    "sign ==",
    "sign ->>",
  ]);
});

tokens("takes a dot behind an expression for the way into it", () => {
  assert.equal(show("(a).1.2 b.c"), [
    "sign (",
    "name a",
    "sign )",
    "sign .",
    "number 1",
    "sign .",
    "number 2",
    "name b",
    "sign .",
    "name c",
  ]);
});

tokens("gives back every character of a text through its offsets", () => {
  const sql = "select p.properties.$a, 'x''y' /* c */ from `a b` where 1=1 -- end";
  for (const { source, start, end } of tokenize(sql)) assert.is(sql.slice(start, end), source);
  assert.equal(show("'never closed").slice(0, 2), ["sign '", "name never"]);
});

tokens.run();
