import { defineConfig } from "@playwright/test";

// oxlint-disable-next-line import/no-default-export -- Playwright reads it.
export default defineConfig({
  testMatch: "*.spec.js",
  // Several at once: each worker has a tenant of its own on one server.
  workers: 2,
  fullyParallel: true,
  globalSetup: "./start-hoglet.js",
  reporter: "line",
  use: { launchOptions: { executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] } },
});
