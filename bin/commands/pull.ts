import { existsSync, rmSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import type { Command } from "commander";
import { databaseFile, databaseFlag, openDatabase } from "../database.ts";
import { flag, toUrl } from "../flag.ts";
import { createBar } from "../progress.ts";
import { stopSignal } from "../stop-signal.ts";
import { printJson, printMessage } from "../print.ts";

interface PullFlags {
  db?: string;
  from?: string;
  key?: string;
  remoteProject: string;
  since?: string;
}

/** `hoglet pull`: the persons and events of a PostHog, or of another hoglet, into the project. */
export function addPull(program: Command): void {
  program
    .command("pull")
    .description("copies persons and events from a PostHog, continuing after a stop")
    .addOption(databaseFlag())
    .addOption(flag("--from <host>", "address such as https://eu.posthog.com").argParser(toUrl))
    .addOption(flag("--key <key>", "personal API key there, with event:read and person:read"))
    .addOption(flag("--remote-project <id>", "the project there").default("@current"))
    .addOption(flag("--since <date>", "only events from then on, such as 2024-03-01"))
    .action(pull);
}

async function pull(flags: PullFlags, command: Command): Promise<void> {
  const { from: host, key, remoteProject, since } = flags;
  if (host === undefined || key === undefined) command.error("error: --from and --key are needed.");
  if (since !== undefined && Number.isNaN(Date.parse(since))) command.error("error: --since is no date.");
  const { pullHistory } = await import("../../adapters/posthog/index.ts");
  const file = databaseFile(flags.db);
  let isKept = existsSync(file);
  const hoglet = await openDatabase({ file });
  const stop = new AbortController();
  void stopSignal().then(() => stop.abort());
  const bar = await createBar("{persons} persons, {value} events");
  bar.start(0, 0, { persons: 0 });
  try {
    const counts = await pullHistory(hoglet, {
      host,
      key,
      remoteProject,
      folder: `${file}-pull`,
      signal: stop.signal,
      ...(since !== undefined && { since: new Date(since).toISOString() }),
      onProgress: ({ events, persons }) => bar.update(events, { persons }),
      onRead() {
        bar.stop();
        if (!isKept) printMessage(`Created the database ${file}; its project token is ${hoglet.project.api_token}.`);
        if (!isKept && hoglet.personalApiKey !== null)
          printMessage(`  personal key   ${hoglet.personalApiKey}   (shown only once: keep it)`);
        isKept = true;
      },
      async sleep(ms) {
        printMessage(`hoglet: ${host} does not answer as it should; trying again in ${Math.ceil(ms / 1000)} s.`);
        await delay(ms, undefined, { signal: stop.signal }).catch(() => {});
      },
    });
    printJson(counts);
  } finally {
    bar.stop();
    await hoglet.close();
    if (!isKept) for (const suffix of ["", "-wal", "-shm"]) rmSync(file + suffix, { force: true });
  }
}
