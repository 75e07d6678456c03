import { suite } from "uvu";
import * as assert from "uvu/assert";
import { readCsv } from "../../../lib/people/cohorts/csv.ts";

const read = suite("readCsv");

read("takes the first column as distinct ids when there is no header", () => {
  assert.equal(readCsv('a\r\n"b, c",x\n\n d \n'), { distinct_ids: ["a", "b, c", "d"], persons: [], emails: [] });
});

read("takes the columns that the header names, in any letter case, and passes over empty cells", () => {
  assert.equal(readCsv("\ufeffemail,Distinct_ID,person_id\nx,a,\ny,,41\n"), {
    distinct_ids: ["a"],
    persons: ["41"],
    emails: [],
  });
  assert.equal(readCsv("person-id\n41"), { distinct_ids: [], persons: ["41"], emails: [] });
});

read("knows the headers of PostHog's and hoglet's exports, emails, semicolons and tabs", () => {
  const own = "created_at,distinct_ids.0,distinct_ids.1,id,name\n2025-06-09T12:00:00Z,u2,v2,2,U\n";
  assert.equal(readCsv(own), { distinct_ids: ["u2", "v2"], persons: [], emails: [] });
  assert.equal(readCsv("name,Person.id\nA,41\n"), { distinct_ids: [], persons: ["41"], emails: [] });
  assert.equal(readCsv("name;email\nA;a@b.c\n"), { distinct_ids: [], persons: [], emails: ["a@b.c"] });
  assert.equal(readCsv('email;name\n"a@b.c";A\n').emails, ["a@b.c"]);
  assert.equal(readCsv("name\tdistinct_id\nA\tu1\n").distinct_ids, ["u1"]);
  assert.equal(readCsv("Email\na@b.c\n").emails, ["a@b.c"]);
  assert.equal(readCsv("a;b\nc\n").distinct_ids, ["a;b", "c"]);
});

read("refuses columns of which none names persons, and names them", () => {
  assert.throws(() => readCsv("name,plan\nA,pro\n"), /csv: Expected a column .* but found name, plan\./);
});

read("gives nobody for nothing", () => {
  assert.equal(readCsv(""), { distinct_ids: [], persons: [], emails: [] });
  assert.equal(readCsv("distinct_id\n"), { distinct_ids: [], persons: [], emails: [] });
});

read("refuses what is no CSV", () => {
  assert.throws(() => readCsv('a\n"open'), /csv: This is no CSV: Quote Not Closed/);
});

read.run();
