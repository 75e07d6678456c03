import type { Page } from "playwright-core";

/** Does something that asks a question, and waits for the answer to be shown. */
export async function answered(page: Page, act: () => Promise<unknown>): Promise<void> {
  const [response] = await Promise.all([page.waitForResponse(/\/api\/projects\/1\/insights\/[a-z]+\//), act()]);
  await response.finished();
  await page.locator('section[aria-label="Answer"] .answered[aria-busy="false"]').waitFor();
}

/** Writes into a field, and leaves it. */
export async function write(page: Page, label: string, text: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true });
  await field.fill(text);
  await field.press("Enter");
}

/** The rows of the table behind the answer, which is opened if it is not: the texts of all cells. */
export async function readNumbers(page: Page): Promise<string[][]> {
  const answer = page.getByRole("region", { name: "Answer" });
  await answer.locator('.answered[aria-busy="false"]').waitFor();
  const details = answer.locator("details.behind");
  if ((await details.count()) > 0 && (await details.getAttribute("open")) === null) {
    await details.locator("summary").click();
  }
  const table = answer.locator("table").last();
  await table.waitFor();
  return table
    .locator("tbody tr")
    .evaluateAll((rows) =>
      rows.map((row) => [...row.querySelectorAll("th, td")].map((cell) => cell.textContent ?? "")),
    );
}
