import { ApiError } from "../../api.ts";
import { Empty, ErrorNote, Loading } from "../../parts/states.tsx";

/** Loading, nothing, errors, news. */
export function StateSamples() {
  return (
    <>
      <Loading what="the answer" cancel={nothing} />
      <Empty>No matching events in this period.</Empty>
      <ErrorNote error={new ApiError(400, "Expected a day, such as 2024-03-01.", "date_from")} />
      <ErrorNote error={new Error("The server does not answer.")} retry={nothing} />
      <p class="news">12 persons saved as a cohort.</p>
      <div class="answered panel" aria-busy="true">
        Old data are dimmed while newer data are loading.
      </div>
    </>
  );
}

const nothing = () => undefined;
