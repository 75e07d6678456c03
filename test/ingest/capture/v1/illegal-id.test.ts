import { suite } from "uvu";
import * as assert from "uvu/assert";
import { isIllegalV1Id } from "../../../../lib/ingest/capture/v1/illegal-id.ts";

// As reference/capture.md 15.4 lists them, in a letter case of our own.
const ILLEGAL =
  "0|00000000-0000-0000-0000-000000000000|[object Object]|Anonymous|anonymous-user|backend|distinct_id|distinctId|EMAIL|" +
  "False|guest|ID|NaN|None|not_authenticated|NULL|system|true|undefined|User";

const illegal = suite("isIllegalV1Id");

illegal("knows the list, in any letter case and with blanks around", () => {
  for (const id of ILLEGAL.split("|")) {
    assert.ok(isIllegalV1Id(id), id);
    assert.ok(isIllegalV1Id(` ${id.toUpperCase()}\t`), id);
  }
});

illegal("lets everything else pass, what merges refuse included", () => {
  for (const id of ["u1", "00", "anonymous user", '"null"', "users", "{}"]) assert.not.ok(isIllegalV1Id(id), id);
});

illegal.run();
