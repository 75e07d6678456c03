import { useEffect, useState } from "preact/hooks";

/** The value after it has not changed for a while, such as text after typing. @param pauseMs default 300 */
export function useSettled<Value>(value: Value, pauseMs = 300): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value, pauseMs]);
  return settled;
}
