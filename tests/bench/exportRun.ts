import { memory, type Served } from './processes.ts';

export interface ExportFigures {
  readonly rows: number;
  readonly firstByteMs: number;
  readonly totalMs: number;
  readonly peakMegabytes: number;
}

/** Streams one export and watches the memory of the server meanwhile. About a tenth of the orders: those of one channel and status. */
export async function measureExport(product: Served, token: string): Promise<ExportFigures> {
  const started = performance.now();
  const answer = await fetch(
    `http://127.0.0.1:${product.port}/api/order/export?storeId=${Array.from({ length: 20 }, (_, index) => index + 1).join(',')}`,
    { headers: { authorization: `Bearer ${token}` } },
  );
  if (answer.status !== 200 || !answer.body) throw new Error(`export answered ${answer.status}`);
  let firstByteMs = 0;
  let rows = 0;
  let peak = 0;
  const watch = setInterval(() => (peak = Math.max(peak, memory(product.pid).resident)), 50);
  for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
    if (firstByteMs === 0) firstByteMs = performance.now() - started;
    for (const byte of chunk) if (byte === 10) rows++;
  }
  clearInterval(watch);
  return {
    rows: rows - 1,
    firstByteMs,
    totalMs: performance.now() - started,
    peakMegabytes: Math.max(peak, memory(product.pid).resident),
  };
}
