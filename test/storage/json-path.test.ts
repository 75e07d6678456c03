import { suite } from "uvu";
import * as assert from "uvu/assert";
import { jsonPath } from "../../lib/storage/index.ts";

const path = suite("jsonPath");

path("quotes a key, and is null for keys that no path can hold", () => {
  assert.is(jsonPath("$geoip.country code"), '$."$geoip.country code"');
  for (const key of ["", 'a"b', "a\\b", "a\u0000b", "a\nb"]) assert.is(jsonPath(key), null);
});

path.run();
