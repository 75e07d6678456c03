import posthog from "posthog-js";

posthog.init("phc_example", { api_host: "/ingest", person_profiles: "always" });
