import Database from "better-sqlite3";
import { suite } from "uvu";
import { createHoglet } from "../../lib/index.ts";

const schema = suite("a damaged schema");

schema("ends the plugins' timer with a line in the log, and not the process", async () => {
  const first = await createHoglet();
  const contents = await first.serialize();
  await first.close();
  const raw = new Database(Buffer.from(contents));
  raw.exec("ALTER TABLE plugin_configs RENAME COLUMN enabled TO enabler");
  const told = Promise.withResolvers<void>();
  const error = (message: string) => {
    if (message === "plugins could not be read from the database") told.resolve();
  };
  const hoglet = await createHoglet({
    contents: raw.serialize(),
    // With an injected clock the timer is due at once.
    now: "2024-03-12T12:00:00Z",
    logger: { info() {}, warn() {}, error },
  });
  raw.close();
  // The handle's own timers do not keep the process alive.
  const hold = setInterval(() => {}, 1000);
  await told.promise.finally(() => clearInterval(hold));
  await hoglet.close().catch(() => {});
});

schema.run();
