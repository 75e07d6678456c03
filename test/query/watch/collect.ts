/** Answers that came, and a wait for one that is as it should be. */
export interface Collected<Answer> {
  answers: Answer[];
  listener(answer: Answer): void;
  /** The first answer, from now on or the last one, that passes. */
  until(passes: (answer: Answer) => boolean): Promise<Answer>;
}

/** Collects the answers of a watched question; the process lives while it waits. */
export function collect<Answer>(): Collected<Answer> {
  const answers: Answer[] = [];
  let wake: (() => void) | undefined;
  return {
    answers,
    listener(answer) {
      answers.push(answer);
      wake?.();
    },
    async until(passes) {
      const keepAlive = setTimeout(() => {}, 600_000);
      for (;;) {
        const last = answers.at(-1);
        if (last !== undefined && passes(last)) {
          clearTimeout(keepAlive);
          return last;
        }
        await new Promise<void>((resolve) => (wake = resolve));
      }
    },
  };
}
