import { openSandbox } from "../../../lib/plugins/sandbox/open-sandbox.ts";
import { toCommonJs } from "../../../lib/plugins/transform.ts";
import type { Sandbox, SandboxOptions } from "../../../lib/plugins/sandbox/open-sandbox.ts";

type Settings = Partial<SandboxOptions["settings"]>;

/** How a plugin is run here. */
export interface RunOptions extends Settings, Pick<SandboxOptions, "limits"> {
  /** @default index.ts */
  fileName?: string;
  /** Answers to the plugin's requests, by name; other requests are refused with a FetchError. */
  services?: Record<string, (input: never) => unknown>;
}

/** A running plugin, and its log. */
export interface Running {
  sandbox: Sandbox;
  /** As `log INFO text`, or another name with JSON. */
  told: string[];
  /** Names and inputs of its requests, in order. */
  asked: [string, unknown][];
  /** Outcomes of `processEvent`, with values read. */
  process(...events: unknown[]): Promise<unknown[]>;
}

/** Starts a plugin from source. */
export async function startPlugin(source: string, options: RunOptions = {}): Promise<Running> {
  const { fileName = "index.ts", services = {}, config = {}, attachments = {}, limits = {} } = options;
  const told: string[] = [];
  const asked: [string, unknown][] = [];
  const sandbox = await openSandbox(
    { code: await toCommonJs(source, fileName), settings: { config, attachments }, limits },
    {
      async ask(name, input) {
        asked.push([name, input]);
        const service = services[name];
        if (service === undefined) throw Object.assign(new Error(`no ${name}`), { name: "FetchError" });
        return service(input as never);
      },
      tell(name, input) {
        const { type, message } = input as { type: string; message: string };
        told.push(name === "log" ? `${type} ${message}` : `${name} ${JSON.stringify(input)}`);
      },
    },
  );
  const process = async (...events: unknown[]) => {
    const outcomes = await sandbox.batch(events.map((event) => JSON.stringify(event)));
    return outcomes.map((outcome) => {
      if (outcome?.kind === "value") return JSON.parse(outcome.text) as unknown;
      return outcome?.kind === "error" ? outcome.thrown : (outcome?.kind ?? null);
    });
  };
  return { sandbox, told, asked, process };
}

/** Runs `processEvent` of a plugin once on each event, and ends it. */
export async function runPlugin(source: string, events: readonly unknown[], options?: RunOptions) {
  const { sandbox, told, asked, process } = await startPlugin(source, options);
  const outcomes = await process(...events);
  await sandbox.close();
  return { outcomes, told, asked };
}
