import { renderUnicodeCompact } from "uqr";
import { toUrl } from "./listen.ts";

// uqr (typed, no dependencies): listhen makes its codes with it too.

/**
 * The data with which a phone or an emulator reaches a server: its network address as text and QR code.
 * @param url the server's URL from this machine
 * @param addresses of this machine in the network, the most likely first
 */
export function toQr(url: string, addresses: readonly string[]): string {
  const { protocol, port } = new URL(url);
  const scheme = protocol === "https:" ? "https" : "http";
  const [first, ...others] = addresses.map((address) => toUrl(scheme, address, Number(port) || DEFAULT_PORT[scheme]));
  if (first === undefined) return "No QR code: this machine has no address in a network. Join the phone's network.\n";
  const more = others.length === 0 ? "" : `, or else ${others.join(", ")}`;
  return `For a phone in the same network: ${first}${more}\n\n${renderUnicodeCompact(first)}\n`;
}

/** Ports that URLs leave out. */
const DEFAULT_PORT = { http: 80, https: 443 };
