import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createRateLimit } from "../../lib/http/rate-limit.ts";
import { HogletError } from "../../lib/base/errors.ts";
import type { HogletOptions } from "../../lib/handle/options.ts";
import { openRest } from "./ask.ts";

/** A limiter on a clock that starts at 0, and its reply to a request: null = accepted, else the seconds to wait. */
function open(rateLimits?: HogletOptions["rateLimits"]) {
  const clock = { nowMs: 0 };
  const limit = createRateLimit({
    clock: { now: () => clock.nowMs },
    options: rateLimits === undefined ? {} : { rateLimits },
  });
  const ask = (caller = "k"): number | null => {
    try {
      limit(caller);
      return null;
    } catch (error) {
      if (error instanceof HogletError) return error.retryAfterSeconds;
      throw error;
    }
  };
  const at = (ms: number, caller?: string) => {
    clock.nowMs = ms;
    return ask(caller);
  };
  return { at };
}

const limits = suite("createRateLimit");

limits("lets everything in without the option", () => {
  const { at } = open();
  for (let count = 0; count < 10_000; count++) assert.is(at(0), null);
});

limits("slides: a request is let in once the oldest has left the minute; refused ones are not counted", () => {
  const { at } = open({ perMinute: 2 });
  assert.equal([at(0), at(30_000), at(30_001), at(59_999)], [null, null, 30, 1]);
  assert.equal([at(60_000), at(60_001), at(90_000), at(90_000)], [null, 30, null, 30]);
});

limits("counts each caller for itself", () => {
  const { at } = open({ perMinute: 1 });
  assert.equal([at(0, "a"), at(0, "b"), at(0, "a")], [null, null, 60]);
});

limits("of two limits the longer wait counts", () => {
  const { at } = open({ perMinute: 2, perHour: 3 });
  assert.equal([at(0), at(0), at(0)], [null, null, 60]);
  assert.equal([at(60_000), at(60_000), at(3_600_000)], [null, 3540, null]);
});

limits.run();

const routes = suite("rate limits over HTTP");

routes("case 212: 429 throttled, with Retry-After equal to the number in the text", async () => {
  const { ask, clock, key } = openRest({ rateLimits: { perHour: 2 } });
  const asked = () => ask("GET", "/api/projects/1/persons");
  assert.is((await asked()).status, 200);
  clock.nowMs += 1000;
  await asked();
  const { status, body, headers } = await asked();
  assert.equal([status, body["type"], body["code"]], [429, "throttled_error", "throttled"]);
  assert.is(body["detail"], "Request was throttled. Expected available in 3599 seconds.");
  assert.is(headers.get("retry-after"), "3599");
  assert.is((await ask("GET", "/api/projects/1/persons", { key: key(["*"]) })).status, 200);
  clock.nowMs += 3_598_000;
  assert.is((await asked()).body["detail"], "Request was throttled. Expected available in 1 second.");
  clock.nowMs += 1000;
  assert.is((await asked()).status, 200);
});

routes("a request that is refused for its scope does not count (2.2: permissions before throttle)", async () => {
  const { ask, key } = openRest({ rateLimits: { perHour: 1 } });
  const narrow = key(["person:read"]);
  assert.is((await ask("GET", "/api/projects/1/cohorts", { key: narrow })).status, 403);
  assert.is((await ask("GET", "/api/projects/1/persons", { key: narrow })).status, 200);
});

routes("never limits capture", async () => {
  const { ask } = openRest({ rateLimits: { perMinute: 1 } });
  for (let count = 0; count < 5; count++) {
    const body = { api_key: "phc_demo", event: "x", distinct_id: "a" };
    assert.is((await ask("POST", "/e/", { body, key: null })).status, 200);
  }
});

routes.run();
