/**
 * Where each case of fixtures/cases/capture.md is tested, and why some need no test here.
 * `test/ingest/capture/case-coverage.test.ts` holds this table and the list of cases to each other: a case that is in neither
 * part fails it.
 */

/** Numbers by the test file that has them as the beginning of a test's name or as a row's `case`. */
export const COVERED: Readonly<Record<string, string>> = {
  "test/ingest/capture/capture.test.ts": "A1 A4 A5 A10 C13 F25",
  "test/ingest/capture/decode.test.ts": "A2 A11 B1 B2 B4 B5 B7 B8 B10 B11 B13 B14 B16 B17 B19 B20 B22 B23",
  "test/ingest/capture/body.test.ts": `A7 A8 C1 C2 C4 C5 C7 C8 C10 C11 C14 D1 D2 D4 D7 E1 E13 E17 F16 F17 F19 F20`,
  "test/ingest/capture/distinct-id.test.ts": "D5 D8 D10 D11",
  "test/ingest/capture/raw-event.test.ts": "E4 E5 E7",
  "test/ingest/capture/ingest.test.ts": "D13",
  "test/ingest/capture/clean.test.ts": "D14 E2 E8 E14 E16",
  "test/ingest/capture/timestamp.test.ts": "F1 F2 F4 F5 F7 F8 F10 F11 F13 F14 F22 F23 F26",
  "test/ingest/capture/person-cases.test.ts": `E10 E11 G1 G2 G4 G5 G7 G8 G10 G11 G13 G14 G16 G17 G19 G20 G22 G23 G25 G26 G28 G31 G32`,
  "test/ingest/capture/merge-cases.test.ts": `H1 H2 H4 H5 H7 H8 H10 H11 H13 H14 H16 H17 H19 H20 H22 H23 H25 H26 H28 H29 H31 H32 H34`,
  "test/ingest/capture/illegal-id-cases.test.ts": "H40 H41 H43 H44 H46 H47 H49 H50 H52 H53 H55",
  "test/ingest/capture/person-size-cases.test.ts": "G29",
  "test/ingest/capture/personless-cases.test.ts": "I1 I2 I4 I5 I7 I8 I10 I11 I13 I14 J17",
  "test/people/persons/automatic-properties.test.ts": "J1 J2 J4 J5 J7 J8 J10 J11 J13 J14 J16",
  "test/people/groups/apply.test.ts": "K1 K2 K4 K5 K7 K8",
  "test/http/capture-v1.test.ts": "L2 L4 L5 L7 L8 L10 L11 L13 L14 L16 L17 L19 L20 L25 L26",
  "test/ingest/capture/v1/posthog-node.test.ts": "L1",
  "test/clients/posthog-js-faults.test.ts": "M1 M2 M4",
  "test/clients/posthog-node.test.ts": "M7 M8",
  "test/clients/posthog-js-config.test.ts": "M10 M13 M14 M17",
  "test/clients/posthog-js.test.ts": "M11 M16",
  "test/clients/posthog-node-flags.test.ts": "M19 M20",
  "test/http/replay.test.ts": "O1 O2 O4 O5",
  "test/http/report.test.ts": "O7 O8",
  "test/ingest/capture/store.test.ts": "N1 N2",
  "test/people/persons/split.test.ts": "N4 N5",
};

/** Numbers by the reason why no test has them. */
export const NOT_APPLICABLE: Readonly<Record<string, string>> = {
  "there are no definition side tables: types are read from the values when they are asked for": "N7 N8 N10 N11",
  "they are about what a client does with replies that this server never gives": "L22 L23 M5",
};
