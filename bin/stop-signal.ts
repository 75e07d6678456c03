/**
 * Resolves at the first SIGINT or SIGTERM. A second one ends the process at once with exit code 1, for when finishing
 * takes longer than the user wants to wait.
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
