/** Network errors under which the statement may succeed later on another connection. */
const SYSTEM_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** Texts of errors that `pg` throws without a code. */
const MESSAGES =
  /Connection terminated|Client was closed|not queryable|Client has encountered a connection error|timeout exceeded when trying to connect|Cannot use a pool after calling end/i;

/** A change was sent to who is a standby: the primary it was has another successor. */
export const READ_ONLY = '25006';

/**
 * Whether the error says that the database cannot be reached now (lost, starting, stopping, full, no primary) rather than that it refused
 * the statement. HTTP answers such a failure with 503.
 */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isConnectionLost);
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as Error & { code?: unknown; syscall?: unknown };
  if (typeof code === 'string') {
    if (SYSTEM_CODES.has(code)) return true;
    // A Unix socket that is not there; the same code from any other call is an ordinary missing file.
    if (code === 'ENOENT') return syscall === 'connect';
    // 08 connection exception; 57P01-57P03 shutting down, crashed, starting up; 57P05 idle session ended; 53300 too many connections.
    if (/^(08...|57P0[1235]|53300)$/.test(code) || code === READ_ONLY) return true;
  }
  return MESSAGES.test(error.message) || isConnectionLost(error.cause);
}
