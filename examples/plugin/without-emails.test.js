import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { useHoglet } from "hoglet/testing/node";
import { withoutEmails } from "./without-emails.js";

const visit = (properties) => ({ event: "$pageview", distinct_id: "u1", properties });

describe("the plugin", () => {
  it("takes e-mail addresses out of URLs", async (t) => {
    const hoglet = await useHoglet(t, { plugins: [withoutEmails] });
    await hoglet.capture(visit({ $current_url: "https://a.b/invite?to=ada%40example.com&x=1" }));
    const event = await hoglet.lastEvent();
    assert.equal(event.properties.$current_url, "https://a.b/invite?to=(e-mail)&x=1");
  });

  it("drops the events of robots", async (t) => {
    const hoglet = await useHoglet(t, { plugins: [withoutEmails] });
    await hoglet.capture(visit({ $raw_user_agent: "Googlebot/2.1" }));
    await hoglet.capture(visit({ $raw_user_agent: "Mozilla/5.0" }));
    assert.equal((await hoglet.events()).length, 1);
  });
});
