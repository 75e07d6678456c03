/** Where the library reports what a person running it may want to know; never personal data, never secrets. */
export interface Logger {
  info(message: string, fields?: Record<string, unknown>): void;
  warn(message: string, fields?: Record<string, unknown>): void;
  error(message: string, fields?: Record<string, unknown>): void;
}

/** The default of the library: it says nothing, since stderr belongs to the program that embeds it. */
export const silentLogger: Logger = { info() {}, warn() {}, error() {} };
