import { suite } from "uvu";
import * as assert from "uvu/assert";
import { channelType } from "../../../lib/events/sessions/index.ts";
import type { TrafficSource } from "../../../lib/events/sessions/index.ts";

const NOTHING: TrafficSource = {
  referrer: null,
  referringDomain: null,
  utmSource: null,
  utmMedium: null,
  utmCampaign: null,
  utmTerm: null,
  utmContent: null,
  gclid: null,
  gadSource: null,
  fbclid: null,
};

const CASES: [channel: string, given: Partial<TrafficSource>][] = [
  ["Unknown", {}],
  ["Direct", { referringDomain: "$direct" }],
  ["Direct", { referringDomain: "$direct", utmSource: "(direct)" }],
  ["Referral", { referringDomain: "some.blog.example" }],
  ["Organic Search", { referringDomain: "www.google.com" }],
  ["Organic Search", { referringDomain: "www.google.co.uk" }],
  ["Organic Search", { referringDomain: "duckduckgo.com" }],
  ["Organic Social", { referringDomain: "l.facebook.com" }],
  ["Organic Social", { referringDomain: "t.co" }],
  ["Organic Social", { referringDomain: "$direct", fbclid: "x" }],
  ["Organic Video", { referringDomain: "www.youtube.com" }],
  ["Organic Shopping", { referringDomain: "www.amazon.com" }],
  ["Organic Shopping", { utmCampaign: "winter-shopping" }],
  ["Organic Video", { utmCampaign: "video-launch" }],
  ["AI", { referringDomain: "chatgpt.com" }],
  ["Email", { utmMedium: "Email" }],
  ["Email", { utmSource: "newsletter", referringDomain: "$direct" }],
  ["Email", { referringDomain: "mail.google.com" }],
  ["SMS", { utmMedium: "sms" }],
  ["Push", { utmMedium: "web-push" }],
  ["Affiliate", { utmMedium: "affiliate" }],
  ["Audio", { utmMedium: "audio" }],
  ["Display", { utmMedium: "banner" }],
  ["Paid Search", { utmSource: "google", utmMedium: "cpc" }],
  ["Paid Search", { gclid: "x", referringDomain: "www.google.com" }],
  ["Paid Search", { gadSource: "1" }],
  ["Paid Social", { utmSource: "facebook", utmMedium: "paid_social" }],
  ["Paid Social", { utmMedium: "cpc", fbclid: "x" }],
  ["Paid Video", { utmSource: "youtube", utmMedium: "ppc" }],
  ["Paid Shopping", { utmMedium: "cpc", utmCampaign: "shop-all" }],
  ["Paid Unknown", { utmMedium: "retargeting" }],
  ["Cross Network", { utmCampaign: "cross-network", gclid: "x" }],
];

const channels = suite("channelType");

for (const [channel, given] of CASES) {
  channels(`${JSON.stringify(given)} is ${channel}`, () => assert.is(channelType({ ...NOTHING, ...given }), channel));
}

channels.run();
