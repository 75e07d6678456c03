import { suite } from "uvu";
import { ping, set, testCases } from "../../support/capture-case.ts";
import type { CaptureCase } from "../../support/capture-case.ts";

/** JSON bytes that a person's properties may have. */
const LIMIT = 655_360;

/** `{"big":"…","$creator_event_uuid":"…36…"}` of exactly this many bytes. */
function big(sizeBytes: number): string {
  return "x".repeat(sizeBytes - '{"big":"","$creator_event_uuid":""}'.length - 36);
}

const SIZED: CaptureCase[] = [
  {
    case: "G29",
    given: [set("u", { big: big(639 * 1024) })],
    when: [ping("u", { properties: { $set: { more: "y".repeat(2048) } } })],
    persons: { u: { properties: { big: big(639 * 1024) }, version: 0 } },
    warnings: ["person_properties_size_violation"],
  },
  {
    case: "G29",
    says: "655,360 bytes and not one more",
    given: [set("full", { big: big(LIMIT) })],
    when: [set("more", { big: `${big(LIMIT)}x` })],
    persons: { full: { properties: { big: big(LIMIT) } }, more: { properties: {} } },
    warnings: ["person_properties_size_violation"],
  },
  {
    case: "G29",
    says: "bytes are counted, not characters",
    when: [set("u", { big: "é".repeat(LIMIT / 2) })],
    persons: { u: { properties: {} } },
    warnings: ["person_properties_size_violation"],
  },
  {
    case: "G29",
    says: "a large event is no fault of the person",
    when: [ping("u", { properties: { body: "x".repeat(700_000), $set: { a: 1 } } })],
    persons: { u: { properties: { a: 1 } } },
  },
  {
    case: "G29",
    says: "the value that is copied twice by itself counts twice",
    when: [ping("u", { properties: { utm_source: "x".repeat(400_000) } })],
    persons: { u: { properties: {} } },
    warnings: ["person_properties_size_violation"],
  },
  {
    case: "G29",
    says: "what removes or shrinks is never refused",
    given: [set("u", { big: big(LIMIT) })],
    when: [ping("u", { properties: { $unset: ["big"], $set: { a: 1 } } })],
    persons: { u: { properties: { a: 1 }, version: 1 } },
  },
  {
    case: "G29",
    says: "a person too large by a merge is trimmed to 512 KiB, the largest values first",
    given: [
      set("t", { t: "t".repeat(500_000) }),
      set("o", { o: "o".repeat(400_000) }),
      { event: "$identify", distinct_id: "t", properties: { $anon_distinct_id: "o" } },
    ],
    when: [set("t", { a: 1 })],
    persons: { t: { properties: { o: "o".repeat(400_000), a: 1 }, distinct_ids: ["t", "o"] } },
    warnings: ["person_properties_size_violation"],
  },
];

const sized = suite("persons keep to their size");
testCases(sized, SIZED);
sized.run();
