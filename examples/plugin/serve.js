import { createServer } from "node:http";
import { toNodeHandler } from "h3";
import { createHoglet } from "hoglet";
import { h3Adapter } from "hoglet/h3";
import { withPage } from "hoglet/ui";
import { withoutEmails } from "./without-emails.js";

const hoglet = await createHoglet({ file: "analytics.db", plugins: [withoutEmails] });
const server = createServer(toNodeHandler(h3Adapter(withPage(hoglet, { signIn: "loopback" }))));
server.listen(Number(process.env.PORT ?? 8010), "127.0.0.1", () => {
  console.log(`Open http://127.0.0.1:${server.address().port}/ui/`);
});
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => server.close(() => hoglet.close()));
