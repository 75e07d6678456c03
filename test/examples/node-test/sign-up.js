/** The app under test: takes somebody in and tells its analytics. */
export function signUp(posthog, { id, plan, visitor }) {
  if (visitor !== undefined) posthog.alias({ distinctId: id, alias: visitor });
  posthog.capture({ distinctId: id, event: "signed up", properties: { plan, $set: { plan } } });
}

/** Tells that somebody paid. */
export function pay(posthog, { id, amount }) {
  posthog.capture({ distinctId: id, event: "paid", properties: { amount } });
}
