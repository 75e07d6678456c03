import type { Option } from "commander";
import { HogletError } from "../lib/index.ts";
import type { HogletOptions } from "../lib/index.ts";
import { flag } from "./flag.ts";

/**
 * The flag of the commands that answer from ClickHouse. User, password and database come from the environment alone: other users
 * of the machine see the arguments of a process.
 */
export function clickhouseFlag(): Option {
  return flag(
    "--clickhouse <url>",
    "ClickHouse that follows the database (HOGLET_CLICKHOUSE_USERNAME, _PASSWORD, _DATABASE)",
  );
}

/**
 * The engine of a command, for the options of a handle; none without the flag.
 * @throws an Error with the advice when the package of ClickHouse's client is missing, or a variable is wrong
 */
export async function chooseEngine(url: string | undefined): Promise<Pick<HogletOptions, "engine">> {
  if (url === undefined) return {};
  refusePassword(url);
  const {
    HOGLET_CLICKHOUSE_USERNAME: username,
    HOGLET_CLICKHOUSE_PASSWORD: password,
    HOGLET_CLICKHOUSE_DATABASE: database,
  } = process.env;
  const { clickhouse } = await loadAdapter();
  try {
    const given = {
      ...(username !== undefined && { username }),
      ...(password !== undefined && { password }),
      ...(database !== undefined && { database }),
    };
    return { engine: clickhouse({ url, ...given }) };
  } catch (error) {
    if (!(error instanceof HogletError) || error.attr === null) throw error;
    const name = error.attr === "url" ? "--clickhouse" : `HOGLET_CLICKHOUSE_${error.attr.toUpperCase()}`;
    throw new Error(`${name}: ${error.detail}`, { cause: error });
  }
}

async function loadAdapter() {
  try {
    // Loaded on demand: the client is the user's package, and most users do without.
    return await import("../adapters/clickhouse/index.ts");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "ERR_MODULE_NOT_FOUND" && code !== "MODULE_NOT_FOUND") throw error;
    throw new Error("--clickhouse needs ClickHouse's client: npm install @clickhouse/client", { cause: error });
  }
}

/** Checked here and not by the flag, whose error would repeat the address with its password. */
function refusePassword(url: string): void {
  if (!URL.canParse(url)) return;
  const { username, password } = new URL(url);
  if (username === "" && password === "") return;
  const names = "HOGLET_CLICKHOUSE_USERNAME and HOGLET_CLICKHOUSE_PASSWORD";
  throw new Error(`--clickhouse: Leave user and password out of the address; ${names} have them.`);
}
