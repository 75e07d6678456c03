import { createRandom } from "../../../../fixtures/random.ts";
import type { CapturedEvent } from "../../../../lib/index.ts";

/** The time of the story. */
export const NOW = "2024-03-02T12:00:00Z";
export const NOW_MS = Date.parse(NOW);

const HOUR_MS = 3_600_000;

/** The uuid of the nth event of a story: the same at every telling. */
export function uuidOf(seed: number, n: number): string {
  return `0198f0a0-${String(seed % 10_000).padStart(4, "0")}-7000-8000-${String(n).padStart(12, "0")}`;
}

/**
 * Events of ten visitors who browse without a profile, sign in, are aliased and merged, change their properties, belong to
 * groups and click. Equal seeds give equal events.
 */
export function story(seed: number, count: number): CapturedEvent[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, (_, n): CapturedEvent => {
    const who = random.integer(0, 9);
    const id = random.chance(0.5) ? `anon-${who}` : `user-${who}`;
    const event = {
      uuid: uuidOf(seed, n),
      timestamp: new Date(NOW_MS - 60 * HOUR_MS + n * 60_000 + random.integer(0, 30 * 60_000)).toISOString(),
    };
    const groups = { $groups: { org: `org-${who % 3}`, ...(random.chance(0.3) && { team: `team-${who % 2}` }) } };
    return random.pick<() => CapturedEvent>([
      () => ({ ...event, event: "seen", distinct_id: id, properties: { $browser: `b${n % 3}`, n, ...groups } }),
      () => ({ ...event, event: "seen", distinct_id: id, properties: { $process_person_profile: false, ...groups } }),
      () => ({
        ...event,
        event: "ordered",
        distinct_id: id,
        properties: { total: n / 8, "ünï 🦔": [n, { deep: null }] },
      }),
      () => ({
        ...event,
        event: "$identify",
        distinct_id: `user-${who}`,
        properties: { $anon_distinct_id: `anon-${who}`, $set: { plan: `p${n}` } },
        $set_once: { first: n },
      }),
      () => ({ ...event, event: "$create_alias", distinct_id: `user-${who}`, properties: { alias: `other-${who}` } }),
      () => ({
        ...event,
        event: "$merge_dangerously",
        distinct_id: `user-${who}`,
        properties: { alias: `user-${(who + 5) % 10}` },
      }),
      () => ({ ...event, event: "$set", distinct_id: id, $set: { n, list: [n] }, properties: { $unset: ["plan"] } }),
      () => ({
        ...event,
        event: "$groupidentify",
        distinct_id: `$org_org-${who % 3}`,
        properties: { $group_type: "org", $group_key: `org-${who % 3}`, $group_set: { n, [`k${n % 4}`]: true } },
      }),
      () => ({ ...event, event: "$autocapture", distinct_id: id, properties: { $event_type: "click", ...click(n) } }),
      // Ahead of every clock: capture moves it, once.
      () => ({
        ...event,
        event: "seen",
        distinct_id: id,
        timestamp: "2031-01-01T00:00:00Z",
        properties: { $ip: "10.0.0.9" },
      }),
    ])();
  });
}

function click(n: number): Record<string, unknown> {
  if (n % 2 === 0) {
    return { $elements_chain: `button.big:text="Buy \\"${n}\\""attr_id="b"attr__data-x="${n}"nth-child="2";body` };
  }
  const button = { tag_name: "button", $el_text: "Buy", attr__class: "big red", attr__href: "/x", nth_child: 2 };
  return { $elements: [button, { tag_name: "body", "attr__data-n": n }] };
}
