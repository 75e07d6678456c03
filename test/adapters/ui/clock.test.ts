import { suite } from "uvu";
import * as assert from "uvu/assert";
import { toAge, toClock } from "../../../adapters/ui/page/parts/clock.ts";

const NOW = Date.parse("2024-05-31T12:00:00Z");
const age = (at: string, zone = "UTC") => toAge(at, NOW, zone);

const ages = suite("toAge");

ages("says how long ago, in one unit", () => {
  assert.equal(
    ["2024-05-31T11:59:31Z", "2024-05-31T11:57:01Z", "2024-05-31T10:00:00Z", "2024-05-26T12:00:00Z"].map((at) =>
      age(at),
    ),
    ["just now", "2 min ago", "2 h ago", "5 d ago"],
  );
});

ages("says when something will be", () => {
  assert.equal(
    ["2024-05-31T12:00:20Z", "2024-05-31T15:30:00Z"].map((at) => age(at)),
    ["in a moment", "in 3 h"],
  );
});

ages("is the day on the project's clock from a week on", () => {
  assert.is(age("2024-05-24T12:00:01Z"), "6 d ago");
  assert.is(age("2024-05-24T12:00:00Z"), "24 May 2024");
  assert.is(age("2023-12-31T23:30:00Z"), "31 Dec 2023");
  assert.is(age("2023-12-31T23:30:00Z", "Europe/Berlin"), "1 Jan 2024");
});

ages.run();

const clocks = suite("toClock");

clocks("is the date and the time on a zone's clock", () => {
  assert.is(toClock("2024-05-31T23:05:09Z", "UTC"), "2024-05-31 23:05:09");
  assert.is(toClock("2024-05-31T23:05:09Z", "Asia/Tokyo"), "2024-06-01 08:05:09");
});

clocks.run();
