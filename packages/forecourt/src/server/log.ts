import { pino, type Logger } from 'pino';

export type { Logger } from 'pino';

/**
 * The log of the process: JSON lines on stdout. Nothing personal enters it: of a request only method, route pattern, status, duration
 * and the user's id; never a body, a query, a token or an address with parameters.
 */
export function createLog(level: string): Logger {
  return pino({
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: {
      // Of an error of the database: its text and place, not `detail` and `where`, which quote values of rows.
      err: (error: unknown) =>
        error instanceof Error
          ? {
              type: error.name,
              message: error.message,
              stack: error.stack,
              code: (error as Error & { code?: unknown }).code,
            }
          : { message: String(error) },
      req: () => undefined,
      res: () => undefined,
    },
  });
}
