import { spawn } from "node:child_process";
import { once } from "node:events";
import { bareEnvironment } from "./run-command.ts";

/** How long a server may take to say that it is ready, and to end. */
const READY_MS = 20_000;
const STOP_MS = 10_000;

/** The line of `serve --json`. */
export interface Ready {
  url: string;
  project_id: number;
  project_token: string;
  personal_api_key: string;
}

export interface Server {
  ready: Ready;
  /** Sends SIGTERM. @returns exit code, or the signal that ended it */
  stop(): Promise<number | string>;
}

/** Starts a server in memory. @throws Error with its output when it does not become ready */
export async function startServer([file, ...args]: readonly [string, ...string[]], cwd: string): Promise<Server> {
  const flags = ["serve", "--memory", "--port", "0", "--json"];
  const child = spawn(file, [...args, ...flags], { cwd, env: bareEnvironment(), stdio: ["ignore", "pipe", "pipe"] });
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const exited = once(child, "exit") as Promise<[number | null, string | null]>;
  const timer = setTimeout(() => child.kill("SIGKILL"), READY_MS);
  const first = await Promise.race([once(child.stdout, "data") as Promise<[Buffer]>, exited.then(() => null)]);
  clearTimeout(timer);
  if (first === null) throw new Error(`The server did not get ready: ${stderr}`);
  return {
    ready: JSON.parse(first[0].toString()) as Ready,
    async stop() {
      const late = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
      child.kill("SIGTERM");
      const [code, signal] = await exited;
      clearTimeout(late);
      return code ?? signal ?? "";
    },
  };
}

/** Captures an event as SDKs do, and reads its person. @returns the fault of the replies; null = they are right */
export async function askServer({ url, project_token, personal_api_key }: Ready): Promise<string | null> {
  const body = JSON.stringify({
    api_key: project_token,
    event: "asked",
    distinct_id: "u1",
    properties: { $set: { email: "ada@example.com" } },
  });
  const captured = await fetch(`${url}/capture/`, { method: "POST", body });
  if (captured.status !== 200) return `capture answered ${captured.status}`;
  const headers = { authorization: `Bearer ${personal_api_key}` };
  const reply = await fetch(`${url}/api/projects/@current/persons?distinct_id=u1`, { headers });
  const { results } = (await reply.json()) as { results?: { name: string }[] };
  return results?.[0]?.name === "ada@example.com" ? null : `persons answered ${reply.status} without the person`;
}
