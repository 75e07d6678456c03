import type { Page } from "playwright-core";

/** Runs an action that asks a question, and waits until the answer is shown. */
export async function answered(page: Page, act: () => Promise<unknown>): Promise<void> {
  // The question before may still be asked, or be about to: that is not the one to wait for.
  await page.waitForFunction(() => {
    if (!/^#(?:\/p\/\d+)?\/insights\/./.test(location.hash)) return true;
    const answer = document.querySelector('section[aria-label="Answer"]');
    return answer !== null && answer.querySelector(".loading, [aria-busy=true]") === null;
  });
  const [request] = await Promise.all([page.waitForRequest(/\/api\/projects\/1\/insights\/[a-z]+\//), act()]);
  await (await request.response())?.finished();
  await page.locator('section[aria-label="Answer"] .answered[aria-busy="false"]').waitFor();
}

/** Writes into a field, and leaves it. */
export async function write(page: Page, label: string, text: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true });
  await field.fill(text);
  await field.press("Enter");
}

/** The numbers of a table of lines, by place: its label as the API writes it, and the number of each line. */
function readByPlace(table: Element): string[][] {
  const heads = [...table.querySelectorAll<HTMLElement>("thead th")];
  const rows = [...table.querySelectorAll("tbody tr")];
  return heads.flatMap((head, column) =>
    head.dataset["place"] === undefined
      ? []
      : [[head.dataset["csv"] ?? "", ...rows.map((row) => row.children[column]?.textContent ?? "")]],
  );
}

/** The texts of all cells of the table behind the answer, by row; that of lines by place. Opens the table if necessary. */
export async function readNumbers(page: Page): Promise<string[][]> {
  const answer = page.getByRole("region", { name: "Answer" });
  await answer.locator('.answered[aria-busy="false"]').waitFor();
  const series = answer.locator("table.series-table");
  if ((await series.count()) > 0) return series.evaluate(readByPlace);
  const details = answer.locator("details.behind");
  if ((await details.count()) > 0 && (await details.getAttribute("open")) === null) {
    await details.locator("summary").click();
  }
  const table = ((await details.count()) > 0 ? details : answer).locator("table");
  await table.waitFor();
  return table
    .locator("tbody tr")
    .evaluateAll((rows) =>
      rows.map((row) => [...row.querySelectorAll("th, td")].map((cell) => cell.textContent ?? "")),
    );
}
