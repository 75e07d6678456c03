import { useEffect } from "preact/hooks";
import type { Loaded } from "./use-loaded.ts";

/** Loads an answer again some time after its last load has ended: a slow answer is not dropped for the next one. */
export function useReloading({ isLoading, reload }: Loaded<unknown>, everyMs: number, isOn = true): void {
  useEffect(() => {
    if (!isOn || isLoading) return undefined;
    const timer = setTimeout(reload, everyMs);
    return () => clearTimeout(timer);
  }, [isOn, isLoading, reload, everyMs]);
}
