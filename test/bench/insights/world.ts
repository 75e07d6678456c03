/** The days and names of the bench's invented product, for the data set and the questions. */

export const DAYS = 90;
/** A Monday. Weeks start on Sunday, so the first of the 13 weeks is one day short. */
export const FIRST_DAY = "2024-01-01";
/** A Saturday. */
export const LAST_DAY = "2024-03-30";
export const START_MS = Date.parse(`${FIRST_DAY}T00:00:00Z`);
export const DAY_MS = 86_400_000;
export const WEEKS = 13;
/** The product's clock: the end of the last day. */
export const NOW = `${LAST_DAY}T23:59:59.999Z`;

/** The main event: a quarter of all rows. */
export const PAGEVIEW = "$pageview";

/** The other 29, from frequent to rare. */
export const OTHER_EVENTS = [
  "product viewed",
  "search made",
  "item added",
  "list filtered",
  "image opened",
  "review read",
  "cart viewed",
  "checkout started",
  "coupon entered",
  "payment chosen",
  "purchased",
  "item removed",
  "wish added",
  "help opened",
  "chat started",
  "message sent",
  "signed in",
  "signed up",
  "profile edited",
  "address added",
  "video played",
  "share clicked",
  "newsletter joined",
  "review written",
  "error shown",
  "refund asked",
  "plan changed",
  "invite sent",
  "account closed",
];

export const BROWSERS = ["Chrome", "Safari", "Firefox", "Edge", "Samsung Internet"];
export const SYSTEMS = ["Windows", "Android", "iOS", "Mac OS X", "Linux"];
export const COUNTRIES = [
  "US",
  "DE",
  "GB",
  "FR",
  "IN",
  "BR",
  "CA",
  "JP",
  "AU",
  "NL",
  "ES",
  "IT",
  "PL",
  "SE",
  "MX",
  "KR",
  "CH",
  "AT",
  "BE",
  "DK",
  "NO",
  "FI",
  "PT",
  "IE",
  "CZ",
  "GR",
  "TR",
  "ZA",
  "AR",
  "CL",
];
export const PLANS = ["free", "pro", "team", "enterprise"];
export const SOURCES = ["google", "newsletter", "twitter", "facebook", "linkedin", "partner", "podcast", "print"];
/**
 * The kinds of `$current_url`: `plain` has 200 pages; `urls` an id behind each, as shops and blogs have them: 200,000 addresses,
 * which paths have to tell apart.
 */
export const SHAPES = ["plain", "urls"] as const;
export type Shape = (typeof SHAPES)[number];

/** Ids behind a page in the shape `urls`. */
export const IDS_OF_A_PAGE = 1000;

/** Texts of `$current_url` in the shape `plain`. */
export const PAGES = Array.from(
  { length: 200 },
  (_, index) => `/${["shop", "blog", "help", "team"][index % 4]}/${index}`,
);
