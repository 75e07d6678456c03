import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../../lib/index.ts";

const odd = suite("attributes without a text");

/** `String` throws for it. */
const BAD = { toString: 0 };

interface TimelineSession {
  events: { elements: { attributes: Record<string, string> }[] }[];
}

odd("do not stop the questions that read elements", async () => {
  await using hoglet = await createHoglet();
  const element = { tag_name: "a", $el_text: "Buy", attr__data: BAD, attr__size: 2 };
  const properties = { $session_id: "01900000-0000-7000-8000-000000000001", $elements: [element] };
  await hoglet.capture({ distinct_id: "a", event: "$autocapture", properties });
  const ask = async (query: object) => {
    const response = await hoglet.fetch("http://hoglet.test/api/projects/1/query/", {
      method: "POST",
      headers: { authorization: `Bearer ${hoglet.personalApiKey}`, "content-type": "application/json" },
      body: JSON.stringify({ query }),
    });
    assert.is(response.status, 200);
    return (await response.json()) as { results: unknown[] };
  };

  const chain = 'a:attr__data="{\\"toString\\":0}"attr__size="2"nth-child="0"nth-of-type="0"text="Buy"';
  const { results: rows } = await ask({ kind: "HogQLQuery", query: "SELECT elements_chain FROM events" });
  assert.equal(rows, [[chain]]);

  const count = async (selector: string) => {
    const filter = { key: "selector", type: "element", operator: "exact", value: selector };
    const series = [{ kind: "EventsNode", event: "$autocapture", properties: [filter] }];
    return ((await ask({ kind: "TrendsQuery", series })).results[0] as { count: number }).count;
  };
  assert.equal([await count('a[data="x"]'), await count("a[data]"), await count('a[size="2"]')], [0, 1, 1]);

  const sessions = (await ask({ kind: "SessionsTimelineQuery" })).results as TimelineSession[];
  assert.equal(sessions[0]?.events[0]?.elements[0]?.attributes, {
    attr__data: '{"toString":0}',
    attr__size: "2",
  });
});

odd.run();
