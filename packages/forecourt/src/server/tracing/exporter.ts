import type { Logger } from '../log.ts';
import type { TracingSettings } from './settings.ts';
import type { Attributes, FinishedSpan } from './tracer.ts';

/** Takes finished spans to the collector, many at a time. */
export interface Exporter {
  add(span: FinishedSpan): void;
  /** Sends what is there and takes nothing more. */
  close(): Promise<void>;
}

const EVERY_MS = 5_000;
const AT_ONCE = 512;
/** What a collector that is away costs at most; the rest is dropped, and that is said. */
const MOST = 8_192;
const TIMEOUT_MS = 5_000;

const nanoseconds = (ms: number): string => String(BigInt(Math.round(ms * 1_000)) * 1_000n);

const attributesOf = (attributes: Attributes): object[] =>
  Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined
      ? []
      : [{ key, value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value } }],
  );

/** As OTLP writes it in JSON (opentelemetry.io/docs/specs/otlp, ids in hexadecimal, 64-bit numbers as texts). */
const spanOf = ({ start, end, attributes, failed, ...span }: FinishedSpan): object => ({
  ...span,
  startTimeUnixNano: nanoseconds(start),
  endTimeUnixNano: nanoseconds(end),
  attributes: attributesOf(attributes),
  status: failed ? { code: 2 } : {},
});

/** OTLP over HTTP, in JSON. The collector may be away as long as it likes: nothing waits for it. */
export function createExporter({ endpoint, headers, service }: TracingSettings, log: Logger): Exporter {
  let waiting: FinishedSpan[] = [];
  let sending: Promise<void> | undefined;
  let dropped = 0;
  let failing = false;
  let closed = false;

  async function post(spans: readonly FinishedSpan[]): Promise<void> {
    const resource = { attributes: attributesOf({ 'service.name': service, 'process.pid': process.pid }) };
    const scopeSpans = [{ scope: { name: 'forecourt' }, spans: spans.map(spanOf) }];
    const answer = await fetch(`${endpoint}/v1/traces`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ resourceSpans: [{ resource, scopeSpans }] }),
      // The headers may hold a key: it goes to this address and to no other.
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
  }

  async function flush(): Promise<void> {
    while (waiting.length > 0) {
      const spans = waiting.slice(0, AT_ONCE);
      try {
        await post(spans);
        failing = false;
      } catch (error) {
        if (!failing) log.warn({ err: error, dropped }, 'traces cannot be delivered');
        failing = true;
        return;
      }
      waiting = waiting.slice(spans.length);
    }
  }
  const begin = (): Promise<void> => (sending ??= flush().finally(() => (sending = undefined)));
  const timer = setInterval(() => void begin(), EVERY_MS).unref();

  return {
    add(span) {
      if (closed) return;
      if (waiting.length >= MOST) {
        dropped++;
        return;
      }
      waiting.push(span);
      if (waiting.length === AT_ONCE) void begin();
    },
    async close() {
      clearInterval(timer);
      closed = true;
      await sending;
      await begin();
    },
  };
}
