import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { tempFolder } from "../support/temp-folder.ts";
import { serve, start } from "./hoglet-process.ts";
import { whenAll } from "../support/rounds.ts";

const opens = suite("serve --open");
let folder: ReturnType<typeof tempFolder>;
opens.before.each(() => void (folder = tempFolder()));
opens.after.each(() => folder.remove());

/** Windows opens pages by its own shell, which cannot be replaced. */
if (process.platform !== "win32") {
  whenAll(opens)("opens the page's address with the system's opener", async () => {
    const asked = createServer((_, reply) => void reply.end()).listen(0, "127.0.0.1");
    await once(asked, "listening");
    const { port } = asked.address() as AddressInfo;
    const script = `#!${process.execPath}\nfetch("http://127.0.0.1:${port}/" + encodeURIComponent(process.argv.slice(2).join(" ")));\n`;
    for (const name of ["xdg-open", "open"]) writeFileSync(folder.file(name), script, { mode: 0o700 });
    try {
      const opened = once(asked, "request") as Promise<[IncomingMessage]>;
      await using server = await serve(["--memory", "--open"], { env: { PATH: folder.path } });
      const [{ url }] = await opened;
      assert.is(decodeURIComponent(url ?? ""), `/${server.ready.url}/ui/`);
    } finally {
      asked.close();
    }
  });

  whenAll(opens)("without an opener the server goes on and says so", async () => {
    const server = start(["--memory", "--port", "0", "--open"], { env: { PATH: folder.path } });
    await server.until("stderr", /The browser could not be opened\./);
    const [url = ""] = await server.until("stderr", /http:\/\/127\.0\.0\.1:\d+/);
    assert.is((await fetch(`${url}/_liveness`)).status, 200);
    server.child.kill("SIGTERM");
    assert.is((await server.finished).code, 0);
  });
}

opens.run();
