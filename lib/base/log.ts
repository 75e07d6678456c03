/** Reports for the person who runs the library; never personal data or secrets. */
export interface Logger {
  info(message: string, fields?: Record<string, unknown>): void;
  warn(message: string, fields?: Record<string, unknown>): void;
  error(message: string, fields?: Record<string, unknown>): void;
}

/** The default logger: silent, since stderr belongs to the program that embeds the library. */
export const silentLogger: Logger = { info() {}, warn() {}, error() {} };
