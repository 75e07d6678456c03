import { createSocket } from "node:dgram";
import { networkInterfaces } from "node:os";

/** Does a server on this host listen on every address of the machine? */
export function isWildcard(host: string): boolean {
  return host === "0.0.0.0" || host === "::";
}

/**
 * Addresses by which other devices in the network reach a server on this host, the most likely first; empty without a
 * network.
 */
export async function networkAddresses(host: string): Promise<string[]> {
  if (!isWildcard(host)) return [host];
  const outside = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  const usable = outside.filter(({ internal, address }) => !internal && !/^(fe80:|169\.254\.)/i.test(address));
  // The IPv6 wildcard accepts IPv4 too.
  const families = host === "::" ? ["IPv4", "IPv6"] : ["IPv4"];
  const found = families.flatMap((family) => usable.filter((one) => one.family === family).map((one) => one.address));
  // Bridges of containers and virtual machines have addresses too, which a phone cannot reach.
  const first = await routedAddress();
  return found.toSorted((a, b) => Number(b === first) - Number(a === first));
}

/** An address of a documentation network (RFC 5737), which no device has. */
const NOWHERE = "192.0.2.1";
const ANY_PORT = 9;

/** The source address of packets to the internet; null = no route. Connecting a UDP socket sends nothing. */
function routedAddress(): Promise<string | null> {
  return new Promise((resolve) => {
    const socket = createSocket("udp4");
    const settle = (address: string | null) => {
      socket.close();
      resolve(address);
    };
    socket.once("error", () => settle(null));
    socket.connect(ANY_PORT, NOWHERE, () => settle(socket.address().address));
  });
}
