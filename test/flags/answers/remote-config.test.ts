import { runInNewContext } from "node:vm";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { remoteConfig, remoteConfigScript } from "../../../lib/flags/answers/index.ts";

const CONFIGS = "_POSTHOG_REMOTE_CONFIG";

const config = suite("remoteConfig");

config("says nothing of surveys, since even false would load a script", () => {
  assert.not.ok("surveys" in remoteConfig(true));
});

config("lets autocapture start, and switches off what would load or send more", () => {
  const given = remoteConfig(false);
  assert.is(given.autocapture_opt_out, false);
  assert.is(given.sessionRecording, false);
  assert.is(given.hasFeatureFlags, false);
  assert.is(remoteConfig(true).hasFeatureFlags, true);
  assert.ok(given.supportedCompression.includes("gzip-js"));
});

config.run();

interface Window {
  [CONFIGS]?: Record<string, { config: unknown; siteApps: unknown[] }>;
}

const script = suite("remoteConfigScript");

script("hands the config over under its token, beside those of others", () => {
  const window: Window = { [CONFIGS]: { phc_other: { config: 1, siteApps: [] } } };
  runInNewContext(remoteConfigScript('phc_"quoted"', remoteConfig(true)), { window });
  const configs = window[CONFIGS] ?? {};
  assert.equal(Object.keys(configs), ["phc_other", 'phc_"quoted"']);
  // Through JSON, since objects of another realm have another prototype.
  assert.equal(JSON.parse(JSON.stringify(configs['phc_"quoted"'])), { config: remoteConfig(true), siteApps: [] });
});

script.run();
