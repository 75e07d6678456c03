/** A name or an address, and perhaps a port: nothing that a URL parser would read as something else, such as `user@host`. */
const HOST = /^(?:\[[\da-f:.]+\]|[\w.-]+)(?::\d*)?$/i;

/**
 * The name in a `Host` header: lower case, without its port and the dot that may end it, addresses in their shortest form
 * (`[::1]`, `127.0.0.1`). Null = the header is absent or no host.
 */
export function toHostName(host: string | undefined): string | null {
  if (host === undefined || !HOST.test(host) || !URL.canParse(`http://${host}`)) return null;
  return new URL(`http://${host}`).hostname.replace(/(?<=[^.])\.$/, "");
}

// 127.0.0.0/8, the same inside of IPv6, and what RFC 6761 keeps for this machine: no resolver asks the network for those.
const LOOPBACK = /^(?:(?:.+\.)?localhost|127\.\d+\.\d+\.\d+|\[::1\]|\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\])$/;

/**
 * Whether a `Host` header names this machine and nothing else. A name of another site that leads here (DNS rebinding) does
 * not, nor does an address of the local network, nor 0.0.0.0.
 */
export function isLoopbackHost(host: string | undefined): boolean {
  const name = toHostName(host);
  return name !== null && LOOPBACK.test(name);
}
