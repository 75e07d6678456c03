/** Runs works one after the other, whether an earlier one fails or not. */
export function oneByOne(): <Value>(work: () => Value | Promise<Value>) => Promise<Value> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work);
    last = turn.catch(() => {});
    return turn;
  };
}
