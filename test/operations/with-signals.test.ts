import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../lib/index.ts";
import type { HogletError } from "../../lib/index.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { whenAll } from "../support/rounds.ts";

const QUESTION = { events: [{ id: "seen" }], refresh: true };

function refusal(answer: Promise<unknown>): Promise<HogletError | null> {
  return answer.then(
    () => null,
    (error: HogletError) => error,
  );
}

const signals = suite("a signal among the options");

signals("that has aborted refuses every kind of question, with its reason", async () => {
  await using hoglet = await createHoglet();
  await hoglet.capture({ event: "seen", distinct_id: "u1" });
  const reason = new Error("closed the tab");
  for (const [name, ask] of Object.entries(hoglet.insights)) {
    if (!["trend", "retention", "lifecycle", "stickiness"].includes(name)) continue;
    const error = await refusal(
      (ask as (query: object) => Promise<unknown>)({ ...QUESTION, signal: AbortSignal.abort(reason) }),
    );
    assert.equal([error?.status, error?.code, error?.cause], [499, "cancelled", reason], name);
  }
});

signals("changes no answer while it does not abort", async () => {
  await using hoglet = await createHoglet();
  await hoglet.capture({ event: "seen", distinct_id: "u1" });
  const { signal } = new AbortController();
  const { last_refresh: _, ...plain } = await hoglet.insights.trend(QUESTION);
  const { last_refresh: __, ...signalled } = await hoglet.insights.trend({ ...QUESTION, signal });
  assert.equal(signalled, plain);
});

whenAll(signals)(
  "frees the caller and the thread of a file at once, and disturbs nobody who asks the same",
  async () => {
    const folder = tempFolder();
    const hoglet = await createHoglet({ file: folder.file("a.db"), now: "2024-03-02T00:00:00Z" });
    const events = Array.from({ length: 1500 }, (_, index) => ({
      kind: "event",
      event: "seen",
      distinct_id: `u${index}`,
      timestamp: "2024-03-01T00:00:00Z",
    }));
    await hoglet.import(events);
    const leaving = new AbortController();
    const question = { events: [{ id: "seen" }] };
    const first = refusal(hoglet.insights.trend({ ...question, signal: leaving.signal }));
    const second = hoglet.insights.trend(question);
    leaving.abort();
    assert.is((await first)?.code, "cancelled");
    assert.is((await second).result[0]?.count, 1500);
    await hoglet.close();
    folder.remove();
  },
);

signals.run();
