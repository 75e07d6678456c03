import { suite } from "uvu";
import * as assert from "uvu/assert";
import { runningFrom } from "../../../adapters/ui/page/parts/running-period.ts";
import { toChange, toShortNumber } from "../../../adapters/ui/page/parts/short-number.ts";
import { toField } from "../../../adapters/ui/page/parts/table-csv.ts";
import { describeOdds } from "../../../adapters/ui/page/views/insights/numbers.ts";

const running = suite("runningFrom");

const NOW = "2024-05-02 10:30:00";
const ROWS: [period: string | undefined, starts: string[], place: number | null][] = [
  ["day", ["2024-05-01", "2024-05-02"], 1],
  [undefined, ["2024-05-01", "2024-05-02"], 1],
  ["day", ["2024-04-30", "2024-05-01"], null],
  ["hour", ["2024-05-02 09:00", "2024-05-02 10:00", "2024-05-02 11:00"], 1],
  ["week", ["2024-04-21", "2024-04-28"], 1],
  ["month", ["2024-04-01", "2024-05-01"], 1],
  ["month", ["2024-03-01", "2024-04-01"], null],
  ["day", ["1 day", "2 days"], null],
];

for (const [period, starts, place] of ROWS) {
  running(`${period ?? "no period"}: ${starts.join(", ")} is ${place}`, () => {
    assert.is(runningFrom(starts, period, NOW), place);
  });
}

running.run();

const numbers = suite("numbers in charts and files");

numbers("are short, with their unit", () => {
  assert.equal([9500, 12_500, 600_000_000, 1_200_000_000, 0.5].map(toShortNumber), [
    "9,500",
    "12.5 k",
    "600 M",
    "1.2 B",
    "0.5",
  ]);
});

numbers("change by whole per cent, and by none from zero", () => {
  assert.equal(
    [toChange(112, 100), toChange(50, 100), toChange(5, 5), toChange(5, 0)],
    ["+12 %", "−50 %", "±0 %", null],
  );
});

numbers("are odds that a person can read", () => {
  assert.equal([2.42, 1 / 343, 1].map(describeOdds), ["2.4× more likely", "343× less likely", "as likely"]);
});

numbers("are plain in CSV, and no text is a formula there", () => {
  assert.equal(["1,234.5", "a,b", 'say "x"', "=1+1", "-5"].map(toField), [
    "1234.5",
    '"a,b"',
    '"say ""x"""',
    "'=1+1",
    "-5",
  ]);
});

numbers.run();
