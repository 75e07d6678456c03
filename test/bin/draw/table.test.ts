import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createPaint, mayPaint } from "../../../bin/draw/paint.ts";
import { cutTo, drawTable } from "../../../bin/draw/table.ts";

const plain = createPaint(false);
const table = suite("drawTable");

table("puts numbers at the right, and gives bars the space that is left", () => {
  const columns = [{ name: "step" }, { name: "count", isNumber: true }, { name: "" }];
  const rows = [
    ["in", "12", { bar: 1 }],
    ["out", "3", { bar: 0.25 }],
  ];
  const { lines } = drawTable({ columns, rows }, { width: 31, paint: plain });
  assert.equal(lines, ["step  count", `in       12  ${"█".repeat(18)}`, `out       3  ${"█".repeat(4)}▌`]);
});

table("counts two columns for a wide character", () => {
  const rows = [
    ["漢字", "1"],
    ["a", "2"],
  ];
  const { lines } = drawTable({ columns: [{ name: "" }, { name: "" }], rows }, { width: 40, paint: plain });
  assert.equal(lines, ["漢字  1", "a     2"]);
  assert.is(cutTo("漢字漢字", 5), "漢字…");
});

table("never is wider than the terminal: cuts texts, then leaves out columns from the right", () => {
  const long = "x".repeat(60);
  const columns = [
    { name: "a" },
    { name: "b", isNumber: true, mustStay: true },
    { name: "c" },
    { name: "d", isNumber: true },
  ];
  const rows = [[long, "123456", long, "7".repeat(20)]];
  const { lines, left } = drawTable({ columns, rows }, { width: 40, paint: plain });
  assert.ok(
    lines.every((line) => [...line].length <= 40),
    lines.join("\n"),
  );
  assert.equal(left, ["d"]);
  assert.match(lines[1] ?? "", /^x+…\s+123456\s+x+…$/);
});

table("cuts the columns that say so first, and times never", () => {
  const columns = [
    { name: "time", cut: "never" as const },
    { name: "event" },
    { name: "properties", cut: "first" as const },
  ];
  const rows = [["2024-03-01 08:00:00", "a long name of an event", "x".repeat(60)]];
  const { lines } = drawTable({ columns, rows }, { width: 60, paint: plain });
  assert.is(lines[1], `2024-03-01 08:00:00  a long name of an event  ${"x".repeat(13)}…`);
  const { lines: narrow } = drawTable({ columns, rows }, { width: 46, paint: plain });
  assert.is(narrow[1], `2024-03-01 08:00:00  a long name …  ${"x".repeat(9)}…`);
});

table("makes control characters visible before it measures", () => {
  const { lines } = drawTable({ columns: [{ name: "" }], rows: [["a\u001b[31m\nb"]] }, { width: 60, paint: plain });
  assert.equal(lines, [String.raw`a\u001b[31m\u000ab`]);
});

table("tells the parts of a stack without colours", () => {
  const stack = [
    [0.5, "good"],
    [0.25, "main"],
    [0.25, "bad"],
  ] as const;
  const { lines } = drawTable({ columns: [{ name: "" }], rows: [[{ stack }]] }, { width: 8, paint: plain });
  assert.equal(lines, ["████▓▓░░"]);
});

table("colours by the flag, then NO_COLOR, then FORCE_COLOR, then the terminal", () => {
  assert.is(mayPaint(true, undefined, {}), true);
  assert.is(mayPaint(false, undefined, {}), false);
  assert.is(mayPaint(true, undefined, { NO_COLOR: "1" }), false);
  assert.is(mayPaint(true, undefined, { TERM: "dumb" }), false);
  assert.is(mayPaint(false, undefined, { FORCE_COLOR: "1" }), true);
  assert.is(mayPaint(true, undefined, { FORCE_COLOR: "0" }), false);
  assert.is(mayPaint(false, true, { NO_COLOR: "1" }), true);
  assert.is(mayPaint(true, false, { FORCE_COLOR: "1" }), false);
});

table.run();
