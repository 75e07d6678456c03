import { suite } from "uvu";
import * as assert from "uvu/assert";
import { automaticProperties } from "../../../lib/people/persons/automatic-properties.ts";
import { ping, set, testCases } from "../../support/capture-case.ts";
import type { CaptureCase } from "../../support/capture-case.ts";
import { NOW_MS } from "../../support/world.ts";

function pageview(properties: Record<string, unknown>) {
  return { event: "$pageview", distinct_id: "u", properties };
}

const HOME = "https://test.com";
const PRICING = "https://test.com/pricing";

const CASES: CaptureCase[] = [
  {
    case: "J1",
    when: [pageview({ $current_url: HOME })],
    persons: { u: { properties: { $current_url: HOME, $initial_current_url: HOME }, version: 0 } },
    events: [{ properties: { $current_url: HOME } }],
  },
  {
    case: "J2",
    options: { skipNoisyUpdates: true },
    given: [pageview({ $current_url: HOME })],
    when: [pageview({ $current_url: PRICING })],
    persons: { u: { properties: { $current_url: HOME, $initial_current_url: HOME }, version: 0 } },
  },
  {
    case: "J2",
    says: "without skipNoisyUpdates the person shows the last page",
    given: [pageview({ $current_url: HOME })],
    when: [pageview({ $current_url: PRICING })],
    persons: { u: { properties: { $current_url: PRICING, $initial_current_url: HOME }, version: 1 } },
  },
  {
    case: "J4",
    when: [ping("u", { $set: { $browser_version: "manual" }, properties: { $browser_version: 95 } })],
    persons: { u: { properties: { $browser_version: "manual", $initial_browser_version: 95 } } },
  },
  {
    case: "J5",
    when: [ping("u", { $set_once: { $initial_os_version: "manual" }, properties: { $os_version: "10" } })],
    persons: { u: { properties: { $os_version: "10", $initial_os_version: "manual" } } },
  },
  {
    case: "J7",
    when: [
      pageview({ $os: "Windows", $os_name: "Android" }),
      { event: "a", distinct_id: "v", properties: { $os_name: "Android", $os: "Windows" } },
      { event: "a", distinct_id: "w", properties: { $os_name: "Android" } },
    ],
    persons: {
      u: { properties: { $os: "Windows", $initial_os: "Windows" } },
      v: { properties: { $os: "Windows", $initial_os: "Windows" } },
      w: { properties: { $os: "Android", $initial_os: "Android" } },
    },
  },
  {
    case: "J8",
    when: [
      ping("u", { properties: { $is_server: true, $os: "Linux", $os_version: "6", utm_source: "x" } }),
      ping("v", { properties: { $is_server: true, $os_name: "Linux" } }),
      ping("w", { properties: { $is_server: "true", $os: "Linux" } }),
    ],
    persons: {
      u: { properties: { utm_source: "x", $initial_utm_source: "x" } },
      v: { properties: {} },
      w: { properties: { $os: "Linux", $initial_os: "Linux" } },
    },
  },
  {
    case: "J10",
    when: [
      pageview({ $host: "test.com", $lib: "web", $timezone: "UTC", title: "a", $session_id: "s", $ip: "1.0.0.1" }),
      pageview({ $session_entry_url: HOME, $window_id: "w", $device_id: "d", $geoip_city_name: "b" }),
    ],
    persons: { u: { properties: {}, version: 0 } },
  },
  {
    case: "J11",
    when: [
      { event: "$snapshot", distinct_id: "u", properties: { $browser: "Chrome", utm_source: "x" } },
      { event: "$snapshot", distinct_id: "u", properties: {}, $set: { a: 1 } },
    ],
    persons: { u: { properties: { a: 1 } } },
  },
  {
    case: "J13",
    when: [pageview({ fbclid: "a b" }), pageview({ fbclid: 5 }), pageview({ fbclid: "x".repeat(401) })],
    persons: { u: { properties: { fbclid: "x".repeat(401), $initial_fbclid: "a b" } } },
  },
  {
    case: "J13",
    says: "a good one gives $fbc, of the event's day",
    when: [pageview({ fbclid: "aB_1-x" })],
    persons: {
      u: { properties: { fbclid: "aB_1-x", $initial_fbclid: "aB_1-x", $fbc: "fb.1.1717977600000.aB_1-x" } },
    },
  },
  {
    case: "J14",
    when: [
      ping("u", { $set_once: { $initial_utm_medium: null, $initial_utm_source: null } }),
      ping("u", { $set_once: { $initial_utm_medium: "cpc" } }),
    ],
    persons: { u: { properties: { $initial_utm_medium: "cpc", $initial_utm_source: null } } },
  },
  {
    case: "J14",
    says: "a null of the event itself goes to $set alone",
    when: [pageview({ utm_medium: null })],
    persons: { u: { properties: { utm_medium: null } } },
  },
  {
    case: "J16",
    says: "today a browser goes both ways",
    when: [pageview({ $browser: "Chrome" })],
    persons: { u: { properties: { $browser: "Chrome", $initial_browser: "Chrome" } } },
  },
  {
    case: "J1",
    says: "a $set that is no object hinders nothing",
    given: [set("u", { a: 1 })],
    when: [pageview({ $browser: "Chrome", $set: "oops", $set_once: [] })],
    persons: { u: { properties: { a: 1, $browser: "Chrome", $initial_browser: "Chrome" } } },
  },
];

const automatic = suite("automaticProperties");

testCases(automatic, CASES);

// The lists of reference/capture.md 17, unchanged.
const DEVICE = `$app_build $app_name $app_namespace $app_version $browser $browser_version $device_type $current_url
  $pathname $os $os_name $os_version $referring_domain $referrer $screen_height $screen_width $viewport_height
  $viewport_width $raw_user_agent`;
const CAMPAIGN = `utm_source utm_medium utm_campaign utm_content utm_name utm_term gclid gad_source gclsrc dclid gbraid
  wbraid fbclid msclkid twclid li_fat_id mc_cid igshid ttclid rdt_cid irclid _kx epik qclid sccid`;

automatic("J1 copies every key of the list under its own and its initial name, and nothing else", () => {
  for (const key of `${DEVICE} ${CAMPAIGN}`.split(/\s+/)) {
    const name = key === "$os_name" ? "$os" : key;
    assert.equal(
      automaticProperties("a", { [key]: " ", other: 1 }, NOW_MS),
      { set: { [name]: " " }, setOnce: { [`$initial_${name.replace("$", "")}`]: " " } },
      key,
    );
  }
  assert.is(automaticProperties("a", { other: 1 }, NOW_MS), null);
  assert.is(automaticProperties("$performance_event", { $browser: "Chrome" }, NOW_MS), null);
});

automatic.run();
