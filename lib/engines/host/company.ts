import type { Plan } from "../../port/plan.ts";
import type { Company } from "../columns/index.ts";
import { openCrewLink } from "./crew-link.ts";
import type { CrewLink, CrewMessage, Membership } from "./crew-link.ts";
import type { StopCheck } from "./stop-flag.ts";

/** The company of the thread that questions come to. */
export interface LeadCompany extends Company {
  /** From now on these are the others. */
  join(membership: Membership): void;
}

/** Makes the company of the first thread; alone until it joins others. @param stop ends the question it is waiting in */
export function createCompany(stop: Pick<StopCheck, "check">): LeadCompany {
  let link: CrewLink | undefined;
  let round = 0;
  return {
    get others() {
      return link === undefined || link.hasEnded() ? 0 : link.size - 1;
    },
    join(membership) {
      link = openCrewLink(membership);
      round = 0;
    },
    call(plan, run) {
      if (link === undefined) throw new Error("There is nobody to call.");
      const own = ++round;
      link.tell({ round: own, kind: "call", plan });
      try {
        return run(link.crew(own, stop.check));
      } catch (error) {
        link.leave(own);
        throw error;
      }
    },
  };
}

/** What a called thread does: answers a question's part. */
export type Help = (plan: Plan, crew: ReturnType<CrewLink["crew"]>) => void;

/**
 * Lets a thread answer the calls of the first one, each in one go.
 * @param watch given the test whether the question is still wanted, for as long as it is worked on; null afterwards
 */
export function serveCalls(
  membership: Membership,
  help: Help,
  watch: (isUnwanted: (() => boolean) | null) => void,
): void {
  const link = openCrewLink(membership);
  const answer = (message: CrewMessage) => {
    const { round } = message;
    if (message.kind !== "call" || link.isLeft(round)) return;
    watch(() => link.isLeft(round) || link.hasEnded());
    try {
      help(
        message.plan,
        link.crew(round, () => {}),
      );
    } catch {
      // Whatever it is: the first thread answers alone then, and meets it itself if it is there to be met.
      link.leave(round);
    } finally {
      watch(null);
    }
  };
  membership.ports[0]?.on("message", (message: CrewMessage) => {
    for (let next: CrewMessage | undefined = message; next !== undefined; next = link.takeNext()) answer(next);
  });
}
