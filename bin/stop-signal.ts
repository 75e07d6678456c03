/**
 * Resolves at the first SIGINT or SIGTERM. A second signal ends the process at once with exit code 1, in case finishing
 * takes too long for the user.
 */
export function stopSignal(): Promise<void> {
  let isStopping = false;
  return new Promise((resolve) => {
    const stop = () => {
      if (isStopping) process.exit(1);
      isStopping = true;
      resolve();
    };
    process.on("SIGINT", stop);
    process.on("SIGTERM", stop);
  });
}
