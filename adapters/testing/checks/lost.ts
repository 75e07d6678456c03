import { insideOf } from "../inside-view.ts";
import type { AssertedView } from "../test-view.ts";
import type { RecordedRequest } from "../wire.ts";

/**
 * Tells of events that were sent and not stored, or not sent.
 * @param captured number of captured events
 */
export async function describeLost(view: AssertedView, captured: number): Promise<string> {
  const requests = await view.requests();
  const refused = requests.filter(({ refusal, status }) => refusal !== null || (status ?? 0) >= 400);
  const lines = refused
    .slice(-3)
    .map((request) => `  ${request.method} ${request.target}: ${request.status} ${request.refusal ?? ""}`);
  const warned = (await view.warnings()).slice(-3).map(({ type, message }) => `  ${type}: ${message ?? ""}`);
  const clients = insideOf(view)?.clients;
  const sources = [...describeTokens(view, requests), ...describeHeld(clients?.held() ?? 0)];
  if (captured === 0 && sources.length === 0 && requests.every(({ events }) => events.length === 0)) {
    sources.push(describeNone(requests.length, clients?.count() ?? 0));
  }
  return [
    ...(sources.length > 0 ? ["", ...sources] : []),
    ...(lines.length > 0 ? ["", `Requests that were refused: ${refused.length}.`, ...lines] : []),
    ...(warned.length > 0 ? ["", "Warnings:", ...warned] : []),
  ].join("\n");
}

function describeNone(requests: number, clients: number): string {
  const came = requests === 0 ? "No request came, either." : "Requests came, but none with events.";
  if (clients === 0)
    return `${came} A client of your own, posthog-js too, holds its events for a while: hoglet.adopt(client) makes assertions wait for them.`;
  const known = clients === 1 ? "The client that it knows told" : `The ${clients} clients that it knows told`;
  return `${came} ${known} of none. posthog-js keeps events from before hoglet.adopt(client) for three seconds, and sends none after an opt-out, or in a headless browser without opt_out_useragent_filter: true.`;
}

function describeTokens(view: AssertedView, requests: readonly RecordedRequest[]): string[] {
  const others = requests.filter(({ token, events }) => token !== null && token !== view.token && events.length > 0);
  if (others.length === 0) return [];
  const tokens = [...new Set(others.map(({ token }) => token))].slice(0, 3).join(", ");
  const count = others.length === 1 ? "One request came" : `${others.length} requests came`;
  return [`${count} with another token: ${tokens}. The token here is ${view.token}.`];
}

function describeHeld(held: number): string[] {
  if (held === 0) return [];
  return [`A client holds ${held === 1 ? "one event" : `${held} events`} that it could not send.`];
}
