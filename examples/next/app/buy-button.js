"use client";

import posthog from "posthog-js";

export function BuyButton() {
  return <button onClick={() => posthog.capture("bought", { product: "coffee" })}>Buy</button>;
}
