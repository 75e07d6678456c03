import { suite } from "uvu";
import * as assert from "uvu/assert";
import { toQueryCsv, toQueryNdjson } from "../../lib/sql/index.ts";

const RESULT = {
  columns: ["a", "b", "a"],
  results: [
    ["x,y", true, 1],
    ['say "hi"', false, null],
    ["=1+1", null, -1.5],
  ],
};

const csv = suite("toQueryCsv");

csv("quotes what needs quotes and disarms formulas", () => {
  assert.is(toQueryCsv(RESULT), 'a,b,a\r\n"x,y",True,1\r\n"say ""hi""",False,\r\n\'=1+1,,-1.5\r\n');
  assert.match(toQueryCsv(RESULT, { escapeFormulas: false }), /^=1\+1,,-1\.5\r$/m);
});

csv("quotes a cell with either end of a line: what follows would begin a row, and could be a formula", () => {
  const results = [["two\n=1+1"], ["cr\r=1+1"]];
  assert.is(toQueryCsv({ columns: ["a\nb"], results }), '"a\nb"\r\n"two\n=1+1"\r\n"cr\r=1+1"\r\n');
});

csv("has its line of names without any row", () => {
  assert.is(toQueryCsv({ columns: ["a", "b"], results: [] }), "a,b\r\n");
});

csv.run();

const ndjson = suite("toQueryNdjson");

ndjson("writes an object a line, and loses no column to another of its name", () => {
  assert.is(
    toQueryNdjson(RESULT),
    [
      '{"a":"x,y","b":true,"a_2":1}\n',
      '{"a":"say \\"hi\\"","b":false,"a_2":null}\n',
      '{"a":"=1+1","b":null,"a_2":-1.5}\n',
    ].join(""),
  );
  assert.is(toQueryNdjson({ columns: ["a"], results: [] }), "");
});

ndjson.run();
