/**
 * A name or an address, with or without a port. It excludes text that a URL parser reads as something else, such as
 * `user@host`.
 */
const HOST = /^(?:\[[\da-f:.]+\]|[\w.-]+)(?::\d*)?$/i;

/**
 * The name in a `Host` header: lower case, without its port and final dot, addresses in their shortest form (`[::1]`,
 * `127.0.0.1`). Null = the header is absent or no host.
 */
export function toHostName(host: string | undefined): string | null {
  if (host === undefined || !HOST.test(host) || !URL.canParse(`http://${host}`)) return null;
  return new URL(`http://${host}`).hostname.replace(/(?<=[^.])\.$/, "");
}

// 127.0.0.0/8, the same range inside IPv6, and the names that RFC 6761 reserves for this machine: resolvers never ask
// the network for them.
const LOOPBACK = /^(?:(?:.+\.)?localhost|127\.\d+\.\d+\.\d+|\[::1\]|\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\])$/;

/**
 * Does a `Host` header name this machine and nothing else? Names of other sites that resolve to this machine (DNS
 * rebinding), addresses of the local network and 0.0.0.0 do not count.
 */
export function isLoopbackHost(host: string | undefined): boolean {
  const name = toHostName(host);
  return name !== null && LOOPBACK.test(name);
}
