import { suite } from "uvu";
import * as assert from "uvu/assert";
import { parseHeaders } from "../../../../lib/ingest/capture/v1/headers.ts";
import { tag } from "./tag.ts";

const GOOD = {
  authorization: "Bearer phc_demo",
  "posthog-sdk-info": "posthog-node/5.70.0",
  "posthog-attempt": "1",
  "posthog-request-id": "0198f0a0-0000-7000-8000-000000000001",
  "posthog-request-timestamp": "2024-06-10T12:00:00.000Z",
  "content-type": "application/json",
  "user-agent": "posthog-node/5.70.0",
};

const headers = suite("parseHeaders");

headers("reads what posthog-node sends", () => {
  assert.equal(parseHeaders(GOOD), {
    token: "phc_demo",
    sdk: { name: "posthog-node", version: "5.70.0" },
    sentAtMs: Date.UTC(2024, 5, 10, 12),
    encoding: "none",
  });
});

const REFUSED: [header: string, value: string | undefined, tag: string][] = [
  ["authorization", undefined, "401 missing_authorization"],
  ["authorization", " ", "401 missing_authorization"],
  ["authorization", "Basic cGhjX2RlbW8=", "400 invalid_authorization"],
  ["authorization", "phc_demo", "400 invalid_authorization"],
  ["authorization", "Bearer", "401 invalid_api_key"],
  ["authorization", "Bearer phx_secret", "401 invalid_api_key"],
  ["authorization", `Bearer ${"p".repeat(65)}`, "401 invalid_api_key"],
  ["posthog-sdk-info", undefined, "400 missing_required_headers"],
  ["posthog-attempt", undefined, "400 missing_required_headers"],
  ["posthog-request-id", undefined, "400 missing_required_headers"],
  ["posthog-request-timestamp", undefined, "400 missing_required_headers"],
  ["user-agent", undefined, "400 missing_required_headers"],
  ["user-agent", "", "400 missing_required_headers"],
  ["posthog-attempt", "0", "400 invalid_header"],
  ["posthog-attempt", "-1", "400 invalid_header"],
  ["posthog-attempt", "1.5", "400 invalid_header"],
  ["posthog-attempt", "one", "400 invalid_header"],
  ["posthog-request-id", "42", "400 invalid_header"],
  ["posthog-request-timestamp", "2024-06-10", "400 invalid_header"],
  ["posthog-request-timestamp", "1718020800000", "400 invalid_header"],
  ["content-type", undefined, "415 unsupported_content_type"],
  ["content-type", "text/plain", "415 unsupported_content_type"],
  ["content-encoding", "lz64", "415 unsupported_encoding"],
  ["content-encoding", "gzip, br", "415 unsupported_encoding"],
];

for (const [header, value, expected] of REFUSED) {
  headers(`refuses ${header} ${JSON.stringify(value)} as ${expected}`, () => {
    assert.is(
      tag(() => parseHeaders({ ...GOOD, [header]: value })),
      expected,
    );
  });
}

const ACCEPTED: [header: string, value: string][] = [
  ["authorization", "bearer phc_demo"],
  ["authorization", "BEARER  phc_demo "],
  ["posthog-attempt", "17"],
  ["posthog-request-id", "0198F0A0-0000-7000-8000-00000000000A"],
  ["posthog-request-timestamp", "2024-06-10T14:00:00+02:00"],
  ["content-type", "Application/JSON; charset=utf-8"],
  ["content-encoding", "GZIP"],
];

for (const [header, value] of ACCEPTED) {
  headers(`takes ${header} ${JSON.stringify(value)}`, () => {
    const read = parseHeaders({ ...GOOD, [header]: value });
    assert.is(read.token, "phc_demo");
    assert.is(read.sentAtMs, Date.UTC(2024, 5, 10, 12));
  });
}

const SDKS: [info: string, sdk: { name: string; version: string } | null][] = [
  ["@acme/sdk/1.2.3", { name: "@acme/sdk", version: "1.2.3" }],
  ["posthog-node", null],
  ["/1.0", null],
  ["posthog-node/", null],
  [`${"n".repeat(195)}/1.23`, { name: "n".repeat(195), version: "1.23" }],
  [`${"n".repeat(196)}/1.23`, null],
];

for (const [info, sdk] of SDKS) {
  headers(`reads the SDK ${info.slice(0, 20)} (${info.length} characters) as ${sdk?.version ?? "unknown"}`, () => {
    assert.equal(parseHeaders({ ...GOOD, "posthog-sdk-info": info }).sdk, sdk);
  });
}

headers("asks who is calling before it asks for anything else", () => {
  assert.is(
    tag(() => parseHeaders({})),
    "401 missing_authorization",
  );
  assert.is(
    tag(() => parseHeaders({ authorization: "Bearer phc_demo" })),
    "400 missing_required_headers",
  );
});

headers.run();
