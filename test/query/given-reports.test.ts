import { suite } from "uvu";
import * as assert from "uvu/assert";
import { givenReports, playReport } from "./given-reports.ts";

const cases = suite("public reports");
for (const report of givenReports()) {
  const { id, expected, why, report: source } = report;
  cases(`${id} (${source})`, async () => {
    assert.equal(round(await playReport(report)), round(expected), why ?? id);
  });
}
cases.run();

/** Reports round numbers to six digits. */
function round(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, each: unknown) => (typeof each === "number" ? Number(each.toFixed(6)) : each)),
  );
}
