/** The app under test: signs a visitor up, and says so to its analytics. */
export function signUp(posthog, { id, visitor, plan }) {
  posthog.alias({ distinctId: id, alias: visitor });
  posthog.capture({ distinctId: id, event: "signed up", properties: { plan, $set: { plan } } });
}

/** Somebody paid. */
export function pay(posthog, { id, amount }) {
  posthog.capture({ distinctId: id, event: "paid", properties: { amount } });
}
