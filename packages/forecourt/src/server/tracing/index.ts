import type { Pool } from 'pg';
import type { Logger } from '../log.ts';
import type { TracingSettings } from './settings.ts';
import type { Tracing } from './startTracing.ts';

export { readTracingSettings, type TracingSettings } from './settings.ts';

/** Begins to trace. What traces is loaded only here: a server without a collector starts without it. */
export async function openTracing(settings: TracingSettings, pool: Pool, log: Logger): Promise<Tracing> {
  const { startTracing } = await import('./startTracing.ts');
  return startTracing(settings, pool, log);
}
