import type { FlagSettings } from "../evaluation/index.ts";

/** Where flags are read: in clients, on servers, or anywhere; null = unknown. */
export type Runtime = "client" | "server" | "all" | null;

const BROWSER = /(?:Mozilla|Chrome|Safari|Firefox|Edg|Opera)\/|posthog-(?:ios|android|react-native|flutter)\//i;
const SERVER = /posthog-(?:python|ruby|php|node|go|java|dotnet|elixir|rust)\//i;

/** The runtime of a request: as its body says, else by its headers (reference/agents.md 10.1). */
export function readRuntime(
  { evaluation_runtime: given }: { evaluation_runtime?: unknown },
  headers: Readonly<Record<string, string | undefined>>,
): Runtime {
  if (given === "client" || given === "server" || given === "all") return given;
  const agent = headers["user-agent"] ?? "";
  if (SERVER.test(agent)) return "server";
  if (BROWSER.test(agent)) return "client";
  const isPage = ["origin", "referer", "sec-fetch-site", "sec-fetch-mode"].some((name) => headers[name] !== undefined);
  return isPage ? "client" : null;
}

export function isInRuntime({ evaluation_runtime: own }: FlagSettings, asked: Runtime): boolean {
  return asked === "all" || own === "all" || own === asked;
}
