import { suite } from "uvu";
import * as assert from "uvu/assert";
import { describeScopes, toScopes } from "../../../adapters/ui/page/views/settings/scopes.ts";

const writing = suite("toScopes");

writing("gives one scope for each object that was chosen", () => {
  assert.equal(toScopes({ person: "write", event: "read", plugin: "none" }), ["event:read", "person:write"]);
});

writing("gives none where nothing was chosen", () => {
  assert.equal(toScopes({}), []);
});

writing.run();

const telling = suite("describeScopes");

telling("says everything for a key without limits", () => {
  assert.is(describeScopes(["*"]), "everything");
  assert.is(describeScopes(["event:read", "person:write"]), "event:read, person:write");
});

telling.run();
