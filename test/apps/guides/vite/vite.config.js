import react from "@vitejs/plugin-react";
import { toNodeHandler } from "h3";
import { createHoglet } from "hoglet";
import { h3Adapter } from "hoglet/h3";
import { withPage } from "hoglet/ui";
import { defineConfig } from "vite";

/** A hoglet inside the development server: capture at /ingest, the page at /analytics/ui/. Builds are without it. */
const hogletWhileDeveloping = {
  name: "hoglet",
  apply: "serve",
  async configureServer({ middlewares, httpServer }) {
    const hoglet = await createHoglet({ file: "analytics.db", projectToken: "phc_dev" });
    middlewares.use("/ingest", toNodeHandler(h3Adapter(hoglet)));
    middlewares.use("/analytics", toNodeHandler(h3Adapter(withPage(hoglet, { signIn: "loopback" }))));
    httpServer?.once("close", () => hoglet.close());
  },
};

export default defineConfig({ plugins: [react(), hogletWhileDeveloping] });
