import { suite } from "uvu";
import * as assert from "uvu/assert";
import { onStage } from "./support/page-stage.ts";

const answers = suite("useAnswer");
const it = onStage(answers, { now: "2024-05-02T10:00:00Z", demo: { persons: 130, days: 20 } });

it("what answers another question counts as old from the drawing on that asks the next", async (stage) => {
  const page = await stage.page("/persons");
  await page.getByText("1 to 50 of 130 persons").waitFor();
  const isBusy = await page.evaluate(
    () =>
      new Promise((resolve) => {
        new MutationObserver(() => resolve(document.querySelector(".answered")?.getAttribute("aria-busy"))).observe(
          document.querySelector(".pager [role=status]") ?? document,
          { characterData: true, subtree: true, childList: true },
        );
        [...document.querySelectorAll("button")].find(({ textContent: word }) => word === "Next")?.click();
      }),
  );
  assert.is(isBusy, "true");
  await page.locator('.answered[aria-busy="false"]').waitFor();
});

it("asks a server that went away again until it is back, without a press", async (stage) => {
  const page = await stage.page("/settings");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.route("**/api/**", (route) => route.abort());
  await page.getByRole("link", { name: "Persons", exact: true }).click();
  await page.getByText("The server does not answer.").first().waitFor();
  await page.unroute("**/api/**");
  await page.getByText("1 to 50 of 130 persons").waitFor();
  stage.faults.length = 0;
});

answers.run();
