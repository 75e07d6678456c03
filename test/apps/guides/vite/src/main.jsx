import posthog from "posthog-js";
import { createRoot } from "react-dom/client";

const isDeveloping = import.meta.env.DEV;
posthog.init(isDeveloping ? "phc_dev" : import.meta.env.VITE_PUBLIC_POSTHOG_KEY, {
  api_host: isDeveloping ? "/ingest" : import.meta.env.VITE_PUBLIC_POSTHOG_HOST,
  person_profiles: "always",
});

createRoot(document.querySelector("#root")).render(
  <button onClick={() => posthog.capture("bought", { product: "coffee" })}>Buy</button>,
);
