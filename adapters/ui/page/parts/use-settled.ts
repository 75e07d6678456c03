import { useEffect, useState } from "preact/hooks";

/** The value once it has stayed the same for a while: what is typed, after the typing. @param pauseMs default 300 */
export function useSettled<Value>(value: Value, pauseMs = 300): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value, pauseMs]);
  return settled;
}
