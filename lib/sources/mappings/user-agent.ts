import type { Fields } from "../../base/fields.ts";

// PostHog's names of browsers and systems (reference/import.md 4). In this order, since the texts of earlier browsers
// name the later ones too.
const BROWSERS: [name: string, version: RegExp][] = [
  ["Microsoft Edge", /\bEdg(?:e|A|iOS)?\/(\d+)/],
  ["Opera", /\b(?:OPR|Opera)\/(\d+)/],
  ["Samsung Internet", /\bSamsungBrowser\/(\d+)/],
  ["Firefox iOS", /\bFxiOS\/(\d+)/],
  ["Firefox", /\bFirefox\/(\d+)/],
  ["Chrome iOS", /\bCriOS\/(\d+)/],
  ["Chrome", /\bChrome\/(\d+)/],
  ["Mobile Safari", /\bVersion\/(\d+)[^ ]* Mobile.*Safari\//],
  ["Safari", /\bVersion\/(\d+)[^ ]* .*Safari\//],
];

const SYSTEMS: [name: string, sign: RegExp][] = [
  ["iOS", /\b(?:iPhone|iPad|iPod)\b/],
  ["Android", /\bAndroid\b/],
  ["Chrome OS", /\bCrOS\b/],
  ["Windows", /\bWindows\b/],
  ["Mac OS X", /\bMac OS X\b|\bMacintosh\b/],
  ["Linux", /\bLinux\b/],
];

/** Browser, version and system by a `User-Agent`. Properties without a value are left out. */
export function readUserAgent(text: string): Fields {
  const found: Fields = {};
  for (const [name, version] of BROWSERS) {
    const match = version.exec(text);
    if (match === null) continue;
    found["$browser"] = name;
    found["$browser_version"] = Number(match[1]);
    break;
  }
  const system = SYSTEMS.find(([, sign]) => sign.test(text));
  if (system !== undefined) [found["$os"]] = system;
  return found;
}
