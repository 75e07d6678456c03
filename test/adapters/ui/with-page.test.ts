import { suite } from "uvu";
import * as assert from "uvu/assert";
import { until } from "../../clients/until.ts";
import { openFront } from "./support/front.ts";
import { onStage } from "./support/page-stage.ts";

const paths = suite("withPage: paths");

paths("a browser that shows a document is led from the root to the page; others get what they always got", async () => {
  const front = await openFront();
  const page = await front.ask("/", { headers: { accept: "text/html,application/xhtml+xml" } });
  assert.equal([page.status, page.headers["location"]], [302, "ui/"]);
  const bare = await front.hoglet.fetch("http://hoglet/");
  for (const headers of [{}, { accept: "*/*" }, { accept: "application/json" }]) {
    const { status, text } = await front.ask("/", { headers });
    assert.equal([status, text], [bare.status, await bare.clone().text()]);
  }
  assert.is((await front.ask("/ui")).headers["location"], "ui/");
  await front.close();
});

paths("captures, health checks and questions with a key pass as they came, answer and all", async () => {
  const front = await openFront();
  const event = { api_key: "phc_1", event: "paid", distinct_id: "u1" };
  const captured = await front.ask("/e/", { method: "POST", body: event });
  assert.equal([captured.status, JSON.parse(captured.text)], [200, { status: "Ok" }]);
  assert.is((await front.ask("/readyz")).status, 200);
  const headers = { authorization: "Bearer phx_owner" };
  const events = await front.ask("http://a.example/api/projects/1/events/?limit=1", { headers });
  assert.is((JSON.parse(events.text) as { count: number }).count, 1);
  await front.close();
});

paths.run();

const options = suite("withPage: options");

options("a misspelt way to sign in, or name of an option, is refused", async () => {
  for (const [given, told] of [
    [{ signIn: "loopbck" }, /^signIn: Expected "key", "loopback" or "trusted" but received "loopbck"/],
    [{ sigIn: "trusted" }, /^sigIn: Unknown option "sigIn" of withPage\. Did you mean "signIn"\?/],
  ] as const) {
    const error = await openFront(given as object).catch((reason: unknown) => reason);
    assert.match((error as Error).message, told);
  }
});

options.run();

const demo = suite("withPage: demo data");

demo("is offered where the server has some, to who needs no key", async () => {
  const front = await openFront({ signIn: "loopback", makeDemo: async () => 7 });
  const before = await front.browse("/ui/demo");
  assert.equal(JSON.parse(before.text), { is_offered: false });
  assert.is((await front.browse("/ui/demo", { method: "POST" })).status, 403);
  await front.browse("/ui/session");
  assert.equal(JSON.parse((await front.browse("/ui/demo")).text), { is_offered: true });
  const made = await front.browse("/ui/demo", { method: "POST" });
  assert.equal([made.status, JSON.parse(made.text)], [201, { project: 7 }]);
  const evil = { "sec-fetch-site": "cross-site" };
  assert.is((await front.browse("/ui/demo", { method: "POST", headers: evil })).status, 403);
  assert.is((await front.browse("/ui/demo", { method: "DELETE" })).status, 405);
  await front.close();
});

demo("is not offered where the server has none, nor to keys, which may be for some projects only", async () => {
  const none = await openFront({ signIn: "trusted" });
  assert.equal(JSON.parse((await none.browse("/ui/demo")).text), { is_offered: false });
  await none.close();

  const keyed = await openFront({ makeDemo: async () => 7 });
  await keyed.browse("/ui/session", { method: "POST", body: { key: "phx_owner" } });
  assert.equal(JSON.parse((await keyed.browse("/ui/demo")).text), { is_offered: false });
  assert.is((await keyed.browse("/ui/demo", { method: "POST" })).status, 403);
  await keyed.close();
});

demo.run();

const mounted = suite("withPage: mounted under a path");
const inApp = onStage(mounted, { base: "/analytics", pageOptions: { signIn: "trusted" }, demo: true });

inApp("the page works there, from the path without its slash on, and asks nothing outside of it", async (stage) => {
  const page = await stage.page("/events/live");
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(stage.url);
  await page.getByText("Visitors").first().waitFor();
  assert.is(new URL(page.url()).pathname, "/analytics/ui/");
  await page.getByRole("link", { name: "Events" }).first().click();
  await page.locator(".live-row").first().waitFor();
  // Requests for persons behind a number also go below the path.
  await page.evaluate(() => (location.hash = '/insights/new?insight=TRENDS&events=[{"id":"$pageview","math":"dau"}]'));
  await page.locator("main button.number-link").first().click();
  await page.getByRole("dialog").getByRole("link").first().waitFor();
  await until("persons are asked for", () =>
    asked.some((path) => path.startsWith("/analytics/api/projects/1/persons/")),
  );
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Events" }).first().click();
  await page.getByText("Why is my event not here?").click();
  assert.match((await page.getByRole("dialog").textContent()) ?? "", `send to ${stage.url} with`);
  assert.ok(asked.length > 5);
  assert.equal(
    asked.filter((path) => !path.startsWith("/analytics")),
    [],
  );
});

mounted.run();

const keyed = suite("withPage: the sign-in view");
const signingIn = onStage(keyed, { pageOptions: { signIn: "key" }, demo: true }, /status of 401/);

signingIn("asks for a key, refuses a wrong one in words, and leads on; signing out leads back", async (stage) => {
  const page = await stage.page("/events/live");
  const field = page.getByLabel("Personal API key");
  await field.fill("phx_wrong");
  await page.getByRole("button", { name: "Sign in" }).click();
  assert.match((await page.getByRole("alert").textContent()) ?? "", "There is no such key.");
  await field.fill(stage.hoglet.personalApiKey ?? "");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.locator(".live-row").first().waitFor();
  assert.not.ok((await page.content()).includes("phx_"));
  assert.equal(await page.evaluate(() => document.cookie), "");
  await page.getByRole("button", { name: "Sign out" }).click();
  await field.waitFor();
});

signingIn("a key that is revoked while the page is open leads back to the sign-in", async (stage) => {
  const { id, value } = await stage.hoglet.keys.create({ label: "short", scopes: ["*"] });
  const page = await stage.page("/");
  await page.getByLabel("Personal API key").fill(value);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("Visitors").first().waitFor();
  await stage.hoglet.keys.revoke(id);
  // No click: the page's streams end with the key, so the page may have noticed already, and the link may be gone.
  await page.evaluate(() => (location.hash = "/events/live"));
  await page.getByLabel("Personal API key").waitFor();
});

keyed.run();
