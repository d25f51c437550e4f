import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import type { Exporter } from './exporter.ts';

/** As OTLP counts them. */
export const KIND = { internal: 1, server: 2, client: 3 } as const;

export type Attributes = Readonly<Record<string, string | number | undefined>>;

/** One stretch of work that is over. */
export interface FinishedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly name: string;
  readonly kind: number;
  /** Epoch milliseconds, with fractions. */
  readonly start: number;
  readonly end: number;
  readonly attributes: Attributes;
  readonly failed: boolean;
}

/** One that is under way. */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly recorded: boolean;
  end(name: string, attributes: Attributes, failed: boolean): void;
}

const PARENT = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/;
const now = (): number => performance.timeOrigin + performance.now();

export interface Tracer {
  /** What is under way here; undefined outside of everything. */
  current(): Span | undefined;
  /** Begins a span below another, below the one that a caller names (`traceparent` of W3C), or a trace of its own. */
  begin(kind: number, parent?: Span | string): Span;
  /** Everything that `work` leads to is below the span. */
  run<T>(span: Span, work: () => T): T;
  /** A span as long as the work takes. */
  around<T>(name: string, kind: number, attributes: Attributes, work: () => Promise<T>): Promise<T>;
}

/** Ids, parents and times of spans. Of a trace that is not wanted nothing is kept but that it is not. */
export function createTracer(exporter: Exporter, ratio: number): Tracer {
  const storage = new AsyncLocalStorage<Span>();

  function begin(kind: number, parent?: Span | string): Span {
    const told = typeof parent === 'string' ? PARENT.exec(parent) : undefined;
    const above = typeof parent === 'object' ? parent : undefined;
    const traceId = above?.traceId ?? told?.[1] ?? randomBytes(16).toString('hex');
    const parentSpanId = above?.spanId ?? told?.[2];
    const recorded = above?.recorded ?? (told ? (parseInt(told[3]!, 16) & 1) === 1 : Math.random() < ratio);
    const spanId = randomBytes(8).toString('hex');
    const start = now();
    return {
      traceId,
      spanId,
      recorded,
      end(name, attributes, failed) {
        if (recorded)
          exporter.add({ traceId, spanId, parentSpanId, name, kind, start, end: now(), attributes, failed });
      },
    };
  }

  return {
    current: () => storage.getStore(),
    begin,
    run: (span, work) => storage.run(span, work),
    async around(name, kind, attributes, work) {
      const span = begin(kind, storage.getStore());
      try {
        const result = await storage.run(span, work);
        span.end(name, attributes, false);
        return result;
      } catch (error) {
        span.end(name, attributes, true);
        throw error;
      }
    },
  };
}
