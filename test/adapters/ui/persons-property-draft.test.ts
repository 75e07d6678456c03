import { suite } from "uvu";
import * as assert from "uvu/assert";
import { parseDraft, toDraft, toValueKind } from "../../../adapters/ui/page/views/persons/property-draft.ts";

const drafts = suite("toDraft");

drafts("gives a text that is the same value when typed in as its kind", () => {
  for (const value of ["", "12", "true", "a\nb", 0, -1.5, 1e21, true, false, null, [], ["a", 1], { a: { b: null } }]) {
    assert.equal(parseDraft(toValueKind(value), toDraft(value)), { value }, JSON.stringify(value));
  }
});

drafts.run();

const values = suite("parseDraft");

values("keeps a text as it is, whatever it looks like", () => {
  assert.equal(parseDraft("text", " 12 "), { value: " 12 " });
  assert.equal(parseDraft("number", " 12 "), { value: 12 });
});

values("says why something is no value", () => {
  const wrong = [
    ["number", ""],
    ["number", "12 apples"],
    ["number", "Infinity"],
    ["boolean", "yes"],
    ["json", "{"],
    ["json", ""],
  ] as const;
  for (const [kind, text] of wrong) assert.ok("problem" in parseDraft(kind, text), `${kind}: ${text}`);
});

values.run();
