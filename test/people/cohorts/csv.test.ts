import { suite } from "uvu";
import * as assert from "uvu/assert";
import { readCsv } from "../../../lib/people/cohorts/csv.ts";

const read = suite("readCsv");

read("takes the first column as distinct ids when there is no header", () => {
  assert.equal(readCsv('a\r\n"b, c",x\n\n d \n'), { distinct_ids: ["a", "b, c", "d"], persons: [] });
});

read("takes the columns that the header names, in any letter case, and passes over empty cells", () => {
  assert.equal(readCsv("\ufeffemail,Distinct_ID,person_id\nx,a,\ny,,41\n"), { distinct_ids: ["a"], persons: ["41"] });
  assert.equal(readCsv("person-id\n41"), { distinct_ids: [], persons: ["41"] });
});

read("gives nobody for nothing", () => {
  assert.equal(readCsv(""), { distinct_ids: [], persons: [] });
  assert.equal(readCsv("distinct_id\n"), { distinct_ids: [], persons: [] });
});

read("refuses what is no CSV", () => {
  assert.throws(() => readCsv('a\n"open'), /csv: This is no CSV: Quote Not Closed/);
});

read.run();
