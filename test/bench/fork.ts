import { createTestHoglet } from "../../adapters/testing/index.ts";
import type { TestHoglet } from "../../adapters/testing/index.ts";
import { elapsedMs, median } from "./measure.ts";

const EVENTS = 10_000;
const PERSONS = 1000;
const ROUNDS = 21;

/**
 * Milliseconds to fork and to reset a test hoglet of 10,000 events, beside opening an empty hoglet, and beside capturing the
 * same events again, as a test without forks does.
 */
export async function benchFork(): Promise<void> {
  await using full = await createTestHoglet();
  const capturingMs = await elapsedMs(() => fill(full));
  const [forks, resets, opens]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < ROUNDS; round++) {
    let fork: TestHoglet | undefined;
    forks.push(
      await elapsedMs(async () => {
        fork = await full.fork();
      }),
    );
    resets.push(await elapsedMs(() => fork?.reset()));
    await fork?.close();
    let empty: TestHoglet | undefined;
    opens.push(
      await elapsedMs(async () => {
        empty = await createTestHoglet();
      }),
    );
    await empty?.close();
  }
  console.log(`${EVENTS} events of ${PERSONS} persons, ${ROUNDS} rounds; median`);
  show("fork", forks);
  show("reset of a fork", resets);
  show("createTestHoglet, empty", opens);
  show("capturing them", [capturingMs]);
}

function show(name: string, values: readonly number[]): void {
  console.log(`${name.padEnd(28)} ${median(values).toFixed(1)} ms (best ${Math.min(...values).toFixed(1)})`);
}

async function fill(hoglet: TestHoglet): Promise<void> {
  const properties = { plan: "pro", amount: 12, $current_url: "https://shop.example/cart", $browser: "Firefox" };
  for (let at = 0; at < EVENTS; at += 1000) {
    await hoglet.capture(
      Array.from({ length: 1000 }, (_, index) => ({
        event: `event ${index % 20}`,
        distinct_id: `user ${(at + index) % PERSONS}`,
        properties: { ...properties, index },
      })),
    );
  }
}
