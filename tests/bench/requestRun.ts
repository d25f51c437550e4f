import { productAccepts } from './cases.ts';
import { load, type Request, type Run } from './client.ts';
import type { Served } from './processes.ts';

export interface RequestFigures {
  readonly name: string;
  readonly p50: number;
  readonly p99: number;
  /** Highest p99, milliseconds. */
  readonly limit: number;
}

export interface RequestCase extends Pick<RequestFigures, 'name' | 'limit'> {
  readonly request: (index: number) => Request;
  /** How long it is measured. */
  readonly seconds?: number;
}

const WARM_UP_SECONDS = 2;
const SECONDS = 5;
const DAY_MS = 86_400_000;

export const dayAfter = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

/** How long each request takes at one connection, as the signed-in user. `empty`: what an answer that measures nothing holds. */
export async function measureEach(
  cases: readonly RequestCase[],
  { port }: Served,
  token: string,
  empty: string,
): Promise<readonly RequestFigures[]> {
  const headers = { authorization: `Bearer ${token}`, 'accept-language': 'en-US' };
  const figures: RequestFigures[] = [];
  for (const { name, limit, request, seconds = SECONDS } of cases) {
    let count = 0;
    const drive = (seconds: number): Promise<Run> =>
      load({
        ...{ port, headers, connections: 1, seconds },
        next: () => request(count++),
        accept: (exchange) => productAccepts(exchange) && !exchange.body.includes(empty),
      });
    await drive(Math.min(WARM_UP_SECONDS, seconds));
    const run = await drive(seconds);
    if (run.failures > 0) throw new Error(`${name} was refused: ${run.refused}`);
    figures.push({ name, p50: run.p50, p99: run.p99, limit });
  }
  return figures;
}
