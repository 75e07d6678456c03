import { useState } from "preact/hooks";
import { call } from "../../api.ts";
import { ErrorNote } from "../../parts/states.tsx";
import { useProject } from "../../project.ts";
import { useLoaded } from "../../use-loaded.ts";

/** Offers a project with demo data, if the server has them; the user's own project stays unchanged. */
export function DemoOffer() {
  const { project, choose, reload } = useProject();
  const offer = useLoaded(["demo", project.id], (signal) => call<{ is_offered: boolean }>("ui/demo", { signal }));
  const [isMaking, setIsMaking] = useState(false);
  const [error, setError] = useState<Error>();
  if (offer.data?.is_offered !== true) return null;
  const make = async () => {
    setIsMaking(true);
    setError(undefined);
    try {
      const { project: id } = await call<{ project: number }>("ui/demo", { method: "POST" });
      choose(id);
      reload();
    } catch (cause) {
      setError(cause as Error);
      setIsMaking(false);
    }
  };
  return (
    <section class="panel stack">
      <h2>Or look around first</h2>
      <p>
        A made-up coffee shop: 2,000 visitors of the last 90 days, in a project of its own. Nothing is added to{" "}
        {project.name}.
      </p>
      {error !== undefined && <ErrorNote error={error} />}
      <p>
        <button type="button" disabled={isMaking} aria-live="polite" onClick={() => void make()}>
          {isMaking ? "Making the shop …" : "Load demo data"}
        </button>
      </p>
    </section>
  );
}
