import type { AssertedView } from "../test-view.ts";
import type { Verdict } from "./verdict.ts";

/** Nothing was refused, and nothing went to a part of PostHog that hoglet lacks. */
export async function kept(view: AssertedView): Promise<Verdict> {
  const refused = (await view.requests({ refused: true })).filter(({ path }) => !path.startsWith("/api/"));
  const dropped = (await view.warnings()).filter(({ type }) => type === "not_kept");
  const lost = [
    ...refused.map(({ method, target, status }) => `${method} ${target} was answered ${status}`),
    ...dropped.map(
      ({ details }) =>
        `${String(details["path"])} got ${String(details["what"])}, ${String(details["requests"])} times`,
    ),
  ];
  const message = () =>
    lost.length === 0
      ? "All that was sent is stored."
      : `Expected all that was sent to be stored, but:\n  ${lost.join("\n  ")}`;
  return { pass: lost.length === 0, message };
}
