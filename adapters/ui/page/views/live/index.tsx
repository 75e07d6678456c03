import { useState } from "preact/hooks";
import { View } from "../../parts/view.tsx";
import { LiveEvents } from "./live-events.tsx";
import { MissingEvent } from "./missing-event.tsx";

/** Events as they arrive, and explanations of missing events. */
export function LiveView() {
  const [isMissing, setIsMissing] = useState(false);
  return (
    <View
      title="Live"
      actions={
        <button type="button" onClick={() => setIsMissing(true)}>
          Why is my event not here?
        </button>
      }
    >
      <LiveEvents />
      {isMissing && <MissingEvent close={() => setIsMissing(false)} />}
    </View>
  );
}
