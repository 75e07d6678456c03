import { arrayOf, STRING, UINT16 } from "../compile/type.ts";
import type { ScalarFunction, ScalarFunctions } from "./function.ts";
import { requireShort } from "./long-text.ts";

// As in ClickHouse, URLs are cut without decoding or checking, which `URL` would do.

const SCHEME = /^([A-Za-z][A-Za-z0-9+.-]*):\/\//;

function ofUrl(run: (url: string) => unknown, gives: ScalarFunction["gives"] = STRING): ScalarFunction {
  return { takes: "s", gives, run };
}

/** `user@example.com:80` of a URL; empty without a scheme, except of `//example.com` and of a bare host. */
function authority(url: string): string {
  const rest = SCHEME.test(url) ? url.replace(SCHEME, "") : url.startsWith("//") ? url.slice(2) : url;
  return /^[^/?#]*/.exec(rest)?.[0] ?? "";
}

function domain(url: string): string {
  // `mailto:a@b.c` has no host.
  if (/^[A-Za-z][A-Za-z0-9+.-]*:(?![/\d])/.test(url)) return "";
  const host = authority(url).replace(/^.*@/s, "");
  if (host.startsWith("[")) return host.slice(0, host.indexOf("]") + 1);
  const name = host.split(":")[0] ?? "";
  const isHost =
    /^[\w.~\u0080-\uffff-]*$/.test(name) && (SCHEME.test(url) || url.startsWith("//") || name.includes("."));
  return isHost ? name : "";
}

/**
 * A URL up to each slash, question mark and hash behind its host. @param isOfPath without the host; ClickHouse then
 * begins behind the first slash
 */
function levels(url: string, isOfPath: boolean): string {
  const head = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?#]*/.exec(url)?.[0];
  if (head === undefined) return JSON.stringify(isOfPath || url === "" ? [] : [url]);
  const rest = url.slice(head.length);
  // The first of several signs ends a level.
  const ends = Array.from(rest.matchAll(/(?<![/?#])[/?#]|$/g), ({ 0: sign, index }) => index + sign.length);
  const cuts = [...new Set(ends)].filter((end) => end > 0 || !isOfPath);
  const shown = isOfPath ? cuts.slice(1) : cuts.length > 1 && cuts[0] === 0 ? cuts.slice(1) : cuts;
  requireShort(url.length * shown.length);
  return JSON.stringify(shown.map((end) => (isOfPath ? "" : head) + rest.slice(0, end)));
}

const encode = (text: string) =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

const withoutWww = (host: string) => host.replace(/^www\./, "");
const isIp = (host: string) => /^[\d.]+$/.test(host);

/** Second levels below which names are sold: `example.co.uk`. */
const SECOND_LEVELS = new Set("com net org co gov edu ac mil gob go or ne".split(" "));

function significantAt(host: string): string[] {
  const labels = host.split(".");
  const isLong = labels.length > 2 && SECOND_LEVELS.has(labels.at(-2) ?? "");
  return labels.slice(isLong ? -3 : -2);
}

/** The URL from the first slash behind its host. */
function pathFull(url: string): string {
  const rest = url.replace(SCHEME, "").replace(/^\/\//, "");
  const at = rest.indexOf("/");
  const query = rest.search(/[?#]/);
  return at < 0 || (query >= 0 && query < at) ? "" : rest.slice(at);
}

const path = (url: string) => pathFull(url).replace(/[?#].*$/s, "");
// As in ClickHouse, the first question mark counts, even in a fragment: `/#/app?tab=1`.
const queryString = (url: string) => /\?([^#]*)/.exec(url)?.[1] ?? "";
const fragment = (url: string) => /#(.*)$/s.exec(url)?.[1] ?? "";
const afterPath = (url: string) => /\?(.*)$/s.exec(url)?.[1] ?? fragment(url);

function parameters(url: string): string[] {
  return afterPath(url)
    .split(/[&;#]/)
    .filter((pair) => pair.includes("="));
}

function decode(text: string, isForm = false): string {
  const plain = isForm ? text.replaceAll("+", " ") : text;
  return plain.replaceAll(/(?:%[\da-fA-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll("%", ""), "hex").toString());
}

export const URL_FUNCTIONS: ScalarFunctions = {
  protocol: ofUrl((url) => /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(url)?.[1] ?? ""),
  domain: ofUrl(domain),
  domainWithoutWWW: ofUrl((url) => withoutWww(domain(url))),
  netloc: ofUrl(authority),
  topLevelDomain: ofUrl((url) =>
    isIp(domain(url)) || !domain(url).includes(".") ? "" : (domain(url).split(".").at(-1) ?? ""),
  ),
  firstSignificantSubdomain: ofUrl((url) => significantAt(withoutWww(domain(url)))[0] ?? ""),
  cutToFirstSignificantSubdomain: ofUrl((url) => significantAt(withoutWww(domain(url))).join(".")),
  cutToFirstSignificantSubdomainWithWWW: ofUrl((url) => significantAt(domain(url)).join(".")),
  port: ofUrl((url) => Number(/:(\d{1,5})$/.exec(authority(url))?.[1] ?? 0), UINT16),
  path: ofUrl(path),
  pathFull: ofUrl(pathFull),
  queryString: ofUrl(queryString),
  fragment: ofUrl(fragment),
  queryStringAndFragment: ofUrl(afterPath),
  cutWWW: ofUrl((url) => url.replace(/^((?:[A-Za-z][A-Za-z0-9+.-]*:)?\/\/)www\./, "$1")),
  cutQueryString: ofUrl((url) => url.replace(/\?[^#]*/, "")),
  cutFragment: ofUrl((url) => url.replace(/#.*$/s, "")),
  cutQueryStringAndFragment: ofUrl((url) => (url.includes("?") ? url.replace(/\?.*$/s, "") : url.replace(/#.*$/s, ""))),
  cutURLParameter: {
    takes: "s s",
    gives: STRING,
    run: (url: string, name: string) => {
      const [head = "", ...rest] = url.split("?");
      if (rest.length === 0) return url;
      const [query = "", ...tail] = rest.join("?").split("#");
      const kept = query.split("&").filter((pair) => !pair.startsWith(`${name}=`));
      return [`${head}?${kept.join("&")}`, ...tail].join("#");
    },
  },
  extractURLParameter: {
    takes: "s s",
    gives: STRING,
    run: (url: string, name: string) =>
      parameters(url)
        .find((pair) => pair.startsWith(`${name}=`))
        ?.slice(name.length + 1) ?? "",
  },
  extractURLParameters: ofUrl((url) => JSON.stringify(parameters(url)), arrayOf(STRING)),
  extractURLParameterNames: ofUrl(
    (url) => JSON.stringify(parameters(url).map((pair) => pair.split("=")[0] ?? "")),
    arrayOf(STRING),
  ),
  decodeURLComponent: ofUrl((text) => decode(text)),
  decodeURLFormComponent: ofUrl((text) => decode(text, true)),
  encodeURLComponent: ofUrl(encode),
  encodeURLFormComponent: ofUrl((text) => encode(text).replaceAll("%20", "+")),
  URLHierarchy: ofUrl((url) => levels(url, false), arrayOf(STRING)),
  URLPathHierarchy: ofUrl((url) => levels(url, true), arrayOf(STRING)),
};
