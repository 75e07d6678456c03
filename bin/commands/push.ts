import { setTimeout as delay } from "node:timers/promises";
import type { Command } from "commander";
import { databaseFlag, openExisting } from "../database.ts";
import { flag, toUrl, toWholeNumber } from "../flag.ts";
import { createBar } from "../progress.ts";
import { stopSignal } from "../stop-signal.ts";
import { printJson, printMessage } from "../print.ts";

interface PushFlags {
  db?: string;
  to?: string;
  projectToken?: string;
  project?: number;
  restart?: true;
  status?: true;
}

/** `hoglet push`: sends the history of a project to a PostHog, or shows the status of a database's outboxes. */
export function addPush(program: Command): void {
  program
    .command("push")
    .description("sends all events to a PostHog, continuing after the last push")
    .addOption(databaseFlag())
    .addOption(flag("--to <host>", "address such as https://eu.i.posthog.com").argParser(toUrl))
    .addOption(flag("--project-token <token>", "token of the project there"))
    .addOption(
      flag("--project <id>", "a project other than the first").argParser((text) =>
        toWholeNumber(text, 1, Number.MAX_SAFE_INTEGER),
      ),
    )
    .addOption(flag("--restart", "start at the first event, even if it was sent before"))
    .addOption(flag("--status", "only print the status of the outboxes, one JSON object a line"))
    .action(push);
}

async function push(flags: PushFlags, command: Command): Promise<void> {
  if (flags.status === true) return printStatus(flags);
  const { to: host, projectToken } = flags;
  if (host === undefined || projectToken === undefined) {
    command.error("error: --to and --project-token are needed, or --status.");
  }
  const { pushHistory } = await import("../../adapters/posthog/index.ts");
  await using hoglet = await openExisting(flags.db);
  const stop = new AbortController();
  void stopSignal().then(() => stop.abort());
  const bar = await createBar("{bar} {percentage}% | {value} of {total} events");
  bar.start(0, 0);
  let trouble = "";
  try {
    const status = await pushHistory(hoglet, {
      host,
      projectToken,
      ...(flags.project !== undefined && { project: flags.project }),
      restart: flags.restart === true,
      signal: stop.signal,
      async fetch(input, init) {
        trouble = `${host} does not answer`;
        const response = await fetch(input, init);
        trouble = `${host} answers ${response.status}`;
        return response;
      },
      // The command may wait for minutes before it gives up, so it tells the user why nothing moves.
      async sleep(ms) {
        if (ms > 0) printMessage(`hoglet: ${trouble}; trying again in ${Math.ceil(ms / 1000)} s.`);
        await delay(ms, undefined, { signal: stop.signal }).catch(() => {});
      },
      onProgress(settled, total) {
        bar.setTotal(total);
        bar.update(settled);
      },
    });
    bar.stop();
    const { delivered, delivered_before, withheld, set_aside: aside } = status;
    printJson({ delivered, delivered_before, withheld, set_aside: aside.length });
  } finally {
    bar.stop();
  }
}

async function printStatus({ db, project }: PushFlags): Promise<void> {
  const { listOutboxes, statusOf } = await import("../../adapters/posthog/index.ts");
  await using hoglet = await openExisting(db);
  for (const name of await listOutboxes(hoglet, project)) {
    printJson(await statusOf(hoglet, { name, project }));
  }
}
