// @vitest-environment jsdom
import { posthog } from "posthog-js";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createTestHoglet } from "hoglet/testing";
// oxlint-disable-next-line import/no-unassigned-import -- adds the matchers to expect.
import "hoglet/testing/vitest";

const isOn = () => posthog.isFeatureEnabled("beta", { send_event: false }) === true;

let hoglet;
beforeAll(async () => {
  hoglet = await createTestHoglet({ strict: true });
  hoglet.adopt(posthog.init(hoglet.token, { api_host: await hoglet.url() }));
});
beforeEach(() => hoglet.reset());
afterAll(() => hoglet.close());

it("a click is captured", async () => {
  document.body.innerHTML = "<button>Buy</button>";
  const button = document.querySelector("button");
  button.addEventListener("click", () => posthog.capture("bought", { plan: "pro" }));
  button.click();
  await expect(hoglet).toHaveCaptured("bought", { plan: "pro" });
});

it("a visitor becomes a person", async () => {
  const visitor = posthog.get_distinct_id();
  posthog.capture("visited");
  posthog.identify("ada", { email: "ada@example.com" });
  posthog.capture("signed up");
  await expect(hoglet).toHavePerson("ada", { email: "ada@example.com" });
  await expect(hoglet).toHaveMerged("ada", visitor);
  await expect(hoglet).toConvert(["visited", "signed up"], { within: "1h", rate: 1 });
});

it("a reset drops what came before it", async () => {
  await expect(hoglet).not.toHaveCaptured("visited");
  hoglet.flags.set("beta", true);
  posthog.reloadFeatureFlags();
  await new Promise((resolve) => void posthog.onFeatureFlags(() => isOn() && resolve()));
  expect(posthog.isFeatureEnabled("beta")).toBe(true);
  await expect(hoglet).toHaveCalledFlag("beta", { value: true });
});
