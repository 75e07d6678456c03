import { toMediumKind, toSourceKind } from "./traffic-kinds.ts";
import type { TrafficKind } from "./traffic-kinds.ts";

/** How a session began: referrer, campaign, and click ids of advertisers. Null = not given. */
export interface TrafficSource {
  referrer: string | null;
  /** A host, or `$direct`. */
  referringDomain: string | null;
  utmSource: string | null;
  utmMedium: string | null;
  utmCampaign: string | null;
  utmTerm: string | null;
  utmContent: string | null;
  gclid: string | null;
  gadSource: string | null;
  fbclid: string | null;
}

const PAID_MEDIUM = /cp|^(?:ppc|retargeting|paid.*)$/;
const SHOPPING_CAMPAIGN = /(?:[^a-df-z]|^)shop|shopping/;
const VIDEO_CAMPAIGN = /video/;
const DIRECT_SOURCES = new Set(["", "direct", "(direct)"]);

/**
 * `Paid Search`, `Organic Social`, `Direct`, `Referral`, `Unknown` … PostHog's rules in their order: a cross-network
 * campaign; paid traffic by source, campaign, medium and referrer; direct traffic; organic traffic likewise.
 */
export function channelType(given: TrafficSource): string {
  const source = lower(given.utmSource);
  const medium = lower(given.utmMedium);
  const campaign = lower(given.utmCampaign);
  const domain = lower(given.referringDomain);
  if (campaign.includes("cross-network")) return "Cross Network";
  const isPaid = PAID_MEDIUM.test(medium) || given.gclid !== null || given.gadSource !== null;
  if (isPaid) return paidChannel(given, { source, medium, campaign, domain });
  if (domain === "$direct" && medium === "" && DIRECT_SOURCES.has(source) && given.fbclid === null) return "Direct";
  return organicChannel(given, { source, medium, campaign, domain });
}

interface Clues {
  source: string;
  medium: string;
  campaign: string;
  domain: string;
}

function paidChannel({ gadSource, fbclid }: TrafficSource, { source, medium, campaign, domain }: Clues): string {
  const known =
    paidName(toSourceKind(source)) ??
    (SHOPPING_CAMPAIGN.test(campaign) ? "Paid Shopping" : null) ??
    paidName(toMediumKind(medium)) ??
    paidName(toSourceKind(domain));
  if (known !== null) return known;
  if (gadSource === "1") return "Paid Search";
  if (VIDEO_CAMPAIGN.test(campaign)) return "Paid Video";
  return fbclid === null ? "Paid Unknown" : "Paid Social";
}

function organicChannel({ fbclid }: TrafficSource, { source, medium, campaign, domain }: Clues): string {
  const known =
    organicName(toSourceKind(source)) ??
    (SHOPPING_CAMPAIGN.test(campaign) ? "Organic Shopping" : null) ??
    organicName(toMediumKind(medium)) ??
    organicName(toSourceKind(domain));
  if (known !== null) return known;
  if (VIDEO_CAMPAIGN.test(campaign)) return "Organic Video";
  if (medium.endsWith("push")) return "Push";
  if (fbclid !== null) return "Organic Social";
  if (domain === "$direct") return "Direct";
  return domain === "" ? "Unknown" : "Referral";
}

/** Kinds that are paid by the click; others have one name. */
const PAYABLE = new Set<TrafficKind>(["Search", "Social", "Shopping", "Video"]);

function paidName(kind: TrafficKind | null): string | null {
  return kind !== null && PAYABLE.has(kind) ? `Paid ${kind}` : null;
}

function organicName(kind: TrafficKind | null): string | null {
  return kind !== null && PAYABLE.has(kind) ? `Organic ${kind}` : kind;
}

function lower(text: string | null): string {
  return text?.toLowerCase() ?? "";
}
