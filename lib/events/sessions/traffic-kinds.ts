/** Kinds of sources and media, by which channels are named. */
export type TrafficKind =
  | "Search"
  | "Social"
  | "Shopping"
  | "Video"
  | "AI"
  | "Email"
  | "SMS"
  | "Push"
  | "Affiliate"
  | "Audio"
  | "Display"
  | "Referral";

/** Hosts (with subdomains), and names in `utm_source`. */
const SOURCES: [kind: TrafficKind, names: string][] = [
  [
    "Search",
    `google bing duckduckgo duckduckgo.com yahoo yahoo.com search.yahoo.com baidu baidu.com yandex yandex.ru yandex.com
    ecosia ecosia.org startpage startpage.com qwant qwant.com aol aol.com ask ask.com naver naver.com daum daum.net sogou
    sogou.com so.com seznam seznam.cz brave search.brave.com kagi kagi.com bing.com lycos lycos.com msn msn.com dogpile
    dogpile.com rambler rambler.ru presearch presearch.com`,
  ],
  [
    "Social",
    `facebook facebook.com fb fb.com fb.me ig instagram instagram.com twitter twitter.com t.co x x.com linkedin
    linkedin.com lnkd.in pinterest pinterest.com reddit reddit.com tiktok tiktok.com snapchat snapchat.com threads
    threads.net tumblr tumblr.com quora quora.com vk vk.com weibo weibo.com wechat whatsapp whatsapp.com telegram
    telegram.org t.me discord discord.com mastodon mastodon.social bluesky bsky.app news.ycombinator.com hackernews
    meetup meetup.com messenger messenger.com line line.me xing xing.com nextdoor nextdoor.com producthunt
    producthunt.com stackoverflow.com medium.com substack substack.com`,
  ],
  [
    "Shopping",
    `amazon amazon.com ebay ebay.com etsy etsy.com walmart walmart.com alibaba alibaba.com aliexpress aliexpress.com
    shopify shopify.com shopping.google.com mercadolibre mercadolibre.com shop.app target target.com`,
  ],
  [
    "Video",
    `youtube youtube.com youtu.be vimeo vimeo.com twitch twitch.tv dailymotion dailymotion.com netflix hulu wistia`,
  ],
  [
    "AI",
    `chatgpt chatgpt.com chat.openai.com openai openai.com perplexity perplexity.ai claude claude.ai gemini.google.com
    copilot.microsoft.com deepseek deepseek.com chat.deepseek.com grok grok.com you.com phind phind.com`,
  ],
  ["Email", `email e-mail e_mail newsletter mail.google.com mail.yahoo.com outlook.live.com mailchimp klaviyo`],
  ["SMS", "sms"],
  ["Push", "push mobile firebase"],
];

/** Names that campaigns give in `utm_medium`. */
const MEDIA: [kind: TrafficKind, names: string][] = [
  ["Search", "organic|search"],
  ["Social", "social|social-network|social-media|social network|social media|social_network|social_media|sm"],
  ["Shopping", "shopping"],
  ["Video", "video"],
  ["Email", "email|e-mail|e_mail|e mail|newsletter"],
  ["Affiliate", "affiliate|affiliates"],
  ["Referral", "referral|app|link"],
  ["Audio", "audio"],
  ["SMS", "sms"],
  ["Push", "push|mobile|notification|push notification"],
  ["Display", "display|banner|expandable|interstitial|cpm"],
];

const KIND_OF_SOURCE = new Map(
  SOURCES.flatMap(([kind, names]) => names.split(/\s+/).map((name) => [name, kind] as const)),
);
const KIND_OF_MEDIUM = new Map(MEDIA.flatMap(([kind, names]) => names.split("|").map((name) => [name, kind] as const)));

/** Google and Yahoo search in many countries: `www.google.co.uk`. */
const SEARCH_HOST = /^(?:[a-z]+\.)*(?:google|yahoo|yandex|bing)(?:\.[a-z]{2,3}){1,2}$/;

/** The kind of a source or referring host, in lower case; null = unknown. */
export function toSourceKind(name: string): TrafficKind | null {
  for (let host = name; host !== ""; host = host.slice(host.indexOf(".") + 1)) {
    const kind = KIND_OF_SOURCE.get(host);
    if (kind !== undefined) return kind;
    if (!host.includes(".")) break;
  }
  return SEARCH_HOST.test(name) ? "Search" : null;
}

/** The kind of a medium; null = unknown. In lower case. */
export function toMediumKind(name: string): TrafficKind | null {
  return KIND_OF_MEDIUM.get(name) ?? null;
}
