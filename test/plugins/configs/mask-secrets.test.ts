import { suite } from "uvu";
import * as assert from "uvu/assert";
import { maskSecrets } from "../../../lib/plugins/configs/mask-secrets.ts";
import { SECRET_MASK } from "../../../lib/plugins/configs/values.ts";

const masks = suite("maskSecrets");

masks("puts the mask in place of secrets wherever they stand in a text", () => {
  const mask = maskSecrets(["sk_live_1", "sk_live_12", { deep: ["n€sted.+"] }, 987654]);
  assert.is(mask("with sk_live_12, and sk_live_1!"), `with ${SECRET_MASK}, and ${SECRET_MASK}!`);
  assert.is(mask("n€sted.+ and nested.. 987654"), `${SECRET_MASK} and nested.. ${SECRET_MASK}`);
});

masks("knows them as JSON and URLs have them", () => {
  const pem = '-- BEGIN --\n"k&y"\n';
  const mask = maskSecrets([pem]);
  assert.is(mask(JSON.stringify({ pem })), `{"pem":"${SECRET_MASK}"}`);
  assert.is(mask(`https://a.test/?key=${encodeURIComponent(pem)}`), `https://a.test/?key=${SECRET_MASK}`);
});

masks("leaves alone what is too short to be told, and what it put there itself", () => {
  const mask = maskSecrets(["abc", "", 1, null, true, "SECRET", "\ud800 lone"]);
  assert.is(mask("abc 1 null SECRET"), `abc 1 null ${SECRET_MASK}`);
  assert.is(maskSecrets([])("all"), "all");
});

masks.run();
