import { suite } from "uvu";
import * as assert from "uvu/assert";
import { inChromium } from "./chromium.ts";
import { toEventNames, toJson } from "./tap.ts";
import type { Exchange, Fault } from "./tap.ts";
import { size } from "../support/rounds.ts";
import { until } from "./until.ts";
import { withVisit } from "./visit.ts";
import type { Visit } from "./visit.ts";

const faults = suite("posthog-js when answers go wrong");
const it = inChromium(faults);

const ALL: { name: string; fault: Fault; sends: number }[] = [
  { name: "M1 204", fault: { status: 204 }, sends: 2 },
  { name: "M2 200 with a text", fault: { status: 200, body: "ok" }, sends: 1 },
  { name: "M4 503", fault: { status: 503 }, sends: 2 },
  { name: "500 with a lost answer", fault: { status: 500, isAnswerLost: true }, sends: 2 },
  { name: "429", fault: { status: 429 }, sends: 1 },
];
const CASES = size(ALL.slice(0, 2), ALL);

// All at once, since posthog-js waits three seconds or so before it tries again.
it("M1, M2, M4 sends a page view again after 204 and 5xx, but not after another 200 or 429", async () => {
  let waiting = CASES.filter(({ sends }) => sends === 2).length;
  await Promise.all(
    CASES.map(({ name, fault, sends }) =>
      withVisit({ prepare: ({ wire }) => wire.fail({ method: "POST", path: "/e/" }, fault) }, async (visit) => {
        if (sends === 2) {
          await until(`${name}: the page view is sent again`, () => pageViews(visit).length > 1);
          waiting -= 1;
        }
        // Events that are sent once are checked after the other events have been sent twice.
        await until("the others are done", () => waiting === 0);
        const views = pageViews(visit);
        assert.is(views.length, sends, name);
        if (sends === 2) await assertSentAgain(visit, views);
      }),
    ),
  );
});

async function assertSentAgain(visit: Visit, [first, second]: Exchange[]): Promise<void> {
  assert.equal([first?.query.get("retry_count"), second?.query.get("retry_count"), second?.status], [null, "1", 200]);
  const [before, after] = [toBatch(first), toBatch(second)];
  assert.is(after?.uuid, before?.uuid);
  // By the server's rules the event is stored once, whether or not it had come through the first time.
  assert.is((await visit.reads.event("$pageview")).uuid, before?.uuid);
}

function pageViews({ wire }: Visit): Exchange[] {
  return wire
    .to("/e/")
    .filter((exchange) => exchange.method === "POST" && toEventNames(exchange).includes("$pageview"));
}

function toBatch(exchange: Exchange | undefined): { uuid: string } | undefined {
  return (toJson(exchange?.body ?? new Uint8Array()) as { batch: { uuid: string }[] }).batch[0];
}

faults.run();
