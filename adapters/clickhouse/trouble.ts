import { ClickHouseError } from "@clickhouse/client";
import { HogletError } from "../../lib/index.ts";

/** ClickHouse's codes: https://github.com/ClickHouse/ClickHouse/blob/master/src/Common/ErrorCodes.cpp */
const CODES = {
  unknownTable: "60",
  unknownDatabase: "81",
  timeout: "159",
  readOnly: "164",
  memory: "241",
  noSpace: "243",
  throwIf: "395",
  access: "497",
  authentication: "516",
};

/** 503: the engine cannot answer now. @param detail a sentence with what to do */
export function engineTrouble(code: string, detail: string, cause: unknown = null): HogletError {
  return new HogletError({ status: 503, type: "server_error", code, detail, cause, retryAfterSeconds: 1 });
}

/** Did a query meet a value without an exact form in SQL? */
export function isRefusal(error: unknown): boolean {
  return error instanceof ClickHouseError && error.code === CODES.throwIf;
}

/**
 * An error of the client as a sentence for clients, so without an address, user or database: the log has these.
 * hoglet's own errors stay.
 */
export function toTrouble(error: unknown): HogletError {
  if (error instanceof HogletError) return error;
  if (!(error instanceof ClickHouseError)) {
    const detail =
      "ClickHouse does not answer. Captures are stored and wait for it; hoglet catches up by itself once it answers.";
    return engineTrouble("engine_down", detail, error);
  }
  switch (error.code) {
    case CODES.authentication:
      return engineTrouble(
        "engine_refused",
        "ClickHouse refuses hoglet: the user name or the password is wrong.",
        error,
      );
    case CODES.access:
    case CODES.readOnly: {
      const detail =
        "The user of ClickHouse lacks a right: hoglet needs SELECT, INSERT, ALTER, CREATE, DROP and TRUNCATE on its database.";
      return engineTrouble("engine_refused", detail, error);
    }
    case CODES.unknownTable:
    case CODES.unknownDatabase: {
      const detail = "A table of hoglet is missing in ClickHouse. Make the copy again: await hoglet.rebuild().";
      return engineTrouble("engine_incomplete", detail, error);
    }
    case CODES.memory: {
      const detail =
        "ClickHouse has too little memory for this question. Ask for a shorter time, or raise max_memory_usage of its user.";
      return engineTrouble("engine_memory", detail, error);
    }
    case CODES.timeout: {
      const detail = "ClickHouse stopped the question: it took longer than its user may. Ask for a shorter time.";
      return engineTrouble("engine_slow", detail, error);
    }
    case CODES.noSpace:
      return engineTrouble(
        "engine_full",
        "The disk of ClickHouse is full. Captures are stored and wait for it.",
        error,
      );
    default: {
      const detail = `ClickHouse failed with its error ${error.code} (${error.type ?? "unknown"}); hoglet's log has its words.`;
      return engineTrouble("engine_failed", detail, error);
    }
  }
}
