import { suite } from "uvu";
import * as assert from "uvu/assert";
import { diagnoseRequests } from "../../../adapters/explain/diagnose-requests.ts";
import type { SeenRequest } from "../../../adapters/explain/show-request.ts";
import type { OtherToken } from "../../../adapters/explain/index.ts";

const OTHER: OtherToken = {
  token: "phc_other",
  requests: 4,
  last_at: "2024-05-02T10:00:00Z",
  project: { id: 2, name: "Other app" },
  faults: [],
};
const LOST = { status: 404, path: "/captures", refusal: null, requests: 2 };
const REFUSED = { status: 400, path: "/e/", refusal: '{"detail":"Expected a distinct_id."}', requests: 1 };

function textOf(token: Partial<OtherToken>): string | undefined {
  return diagnoseRequests({ results: [], other_tokens: [{ ...OTHER, ...token }], silent_browser_at: null }, [])[0]
    ?.text;
}

const ARRIVED = "4 requests arrived with the token phc_other, not this project's.";

const other = suite("requests with another token");

const ROWS: [token: Partial<OtherToken>, text: string][] = [
  [{}, `${ARRIVED} They are in the project “Other app”.`],
  [
    { faults: [LOST, REFUSED] },
    `${ARRIVED} 1 of them is in the project “Other app”. 2 of them went to /captures, where nothing is. 1 of them was refused with 400: Expected a distinct_id.`,
  ],
  [
    { faults: [{ ...LOST, requests: 4 }] },
    `${ARRIVED} It is the token of the project “Other app”. 4 of them went to /captures, where nothing is.`,
  ],
  [
    { project: null, faults: [LOST] },
    `${ARRIVED} They were refused: no project has this token. 2 of them went to /captures, where nothing is.`,
  ],
];

for (const [token, text] of ROWS) other(text, () => assert.is(textOf(token), text));

other("that go below the page are told to leave out its path", () => {
  const seen = { id: 1, status: 404, path: "/ui/i/v0/e/" } as SeenRequest;
  assert.is(
    diagnoseRequests({ results: [seen], other_tokens: [], silent_browser_at: null }, [])[0]?.text,
    "1 request went to /ui/i/v0/e/, where nothing is. The client's host is the address of this page: leave out “/ui”.",
  );
});

other.run();
