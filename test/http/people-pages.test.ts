import { suite } from "uvu";
import * as assert from "uvu/assert";
import { openRest } from "./ask.ts";

const P = "/api/projects/1/persons";

/** The clock of a new world: 2024-06-10T12:00Z. */
const PAID = "entity_id=paid&entity_type=events&date_from=2024-06-10";

interface People {
  results: [{ people: { id: number; distinct_ids: string[] }[] }];
  next: string | null;
}

const pages = suite("pages of the persons behind a number");

pages("show everybody once, although those of each page are deleted before the next is read", async () => {
  const rest = openRest();
  const buyers = Array.from({ length: 25 }, (_, index) => `p${String(index).padStart(3, "0")}`);
  await rest.capture(buyers.map((distinctId) => ({ event: "paid", distinct_id: distinctId })));
  for (const search of ["", "&search=p0"]) {
    const seen: number[] = [];
    for (let next: string | null = `${P}/trends/?${PAID}&limit=5${search}`; next !== null;) {
      const { body }: { body: People } = await rest.ask<People>("GET", next);
      const [{ people }] = body.results;
      seen.push(...people.map(({ id }) => id));
      if (search !== "") for (const { id } of people) await rest.ask("DELETE", `${P}/${id}/`);
      next = body.next;
    }
    assert.equal([seen.length, new Set(seen).size], [25, 25], search);
  }
  rest.close();
});

pages("refuse a cursor that is none", async () => {
  const { ask, close } = openRest();
  for (const cursor of ["5", "[]", "[true,1]", '[1,"x"]', "{}", "[1,2,3]"]) {
    const { status, body } = await ask<{ attr: string }>(
      "GET",
      `${P}/trends/?${PAID}&cursor=${encodeURIComponent(cursor)}`,
    );
    assert.equal([status, body.attr], [400, "cursor"], cursor);
  }
  close();
});

pages.run();
