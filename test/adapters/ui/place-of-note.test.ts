import { suite } from "uvu";
import * as assert from "uvu/assert";
import { placeOfNote } from "../../../adapters/ui/page/parts/notes/place-of-note.ts";

const DAYS = ["2024-03-01", "2024-03-02", "2024-03-03"];

const place = suite("placeOfNote");

const ROWS: [starts: string[], period: string | undefined, at: string, place: number | null][] = [
  [DAYS, "day", "2024-03-02 00:00:00", 1],
  [DAYS, undefined, "2024-03-02 23:59:59", 1],
  [DAYS, "day", "2024-02-29 23:59:59", null],
  [DAYS, "day", "2024-03-03 23:59:59", 2],
  [DAYS, "day", "2024-03-04 00:00:00", null],
  [["2024-03-01 13:00:00", "2024-03-01 14:00:00"], "hour", "2024-03-01 14:59:59", 1],
  [["2024-02-25", "2024-03-03"], "week", "2024-03-02 10:00:00", 0],
  [["2024-02-01", "2024-03-01"], "month", "2024-03-31 10:00:00", 1],
  [["2024-02-01", "2024-03-01"], "month", "2024-04-01 00:00:00", null],
  [["1 day", "2 days"], "day", "2024-03-02 10:00:00", null],
  [[], "day", "2024-03-02 10:00:00", null],
];

for (const [starts, period, at, wanted] of ROWS) {
  place(`${at} among ${starts.join(", ") || "nothing"} by ${period ?? "day"}`, () => {
    assert.is(placeOfNote(starts, period, at), wanted);
  });
}

place.run();
