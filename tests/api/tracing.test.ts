import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { startTestApp } from './app.ts';

interface Value {
  readonly stringValue?: string;
  readonly intValue?: string;
}
interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: Value }[];
  readonly status: { readonly code?: number };
}
interface Sent {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: Span['attributes'] };
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[];
  }[];
}

const values = (attributes: Span['attributes']): Record<string, string | undefined> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]));

/** A collector that keeps what it is sent. */
async function collector(): Promise<{ endpoint: string; requests: IncomingMessage[]; bodies: string[] }> {
  const requests: IncomingMessage[] = [];
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    void text(request).then((body) => {
      bodies.push(body);
      response.end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, bodies };
}

const spansOf = (bodies: readonly string[]): Span[] =>
  bodies.flatMap((body) =>
    (JSON.parse(body) as Sent).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
  );

it('traces requests with their statements, deliveries and background work, and tells no values', async () => {
  const { endpoint, requests, bodies } = await collector();
  const tracing = { endpoint, headers: { 'x-tenant': 'desk' }, service: 'desk', ratio: 1 };
  const test = await startTestApp({ settings: { tracing, own: { APP_CHANNEL_URL: 'http://127.0.0.1:1/' } } });
  const admin = await test.as('admin');
  const traceId = 'a'.repeat(32);
  await admin.get(
    '/member/list',
    { pageNo: 1, pageSize: 10, keyword: 'Nobody4711' },
    { traceparent: `00-${traceId}-${'b'.repeat(16)}-01` },
  );
  await admin.get(
    '/member/list',
    { pageNo: 1, pageSize: 10 },
    { traceparent: `00-${'c'.repeat(32)}-${'b'.repeat(16)}-00` },
  );
  await test.app.background.doNow('_removedFiles');
  await test.pool.query(
    `insert into outbox (channel, topic, state, payload, tries, "nextTryTime") values ('channel', 'stock', 'queued', '{}', 0, now() - interval '1 minute')`,
  );
  await test.app.outbox.deliverDue();
  await test.close();

  expect(requests[0]).toMatchObject({ method: 'POST', url: '/v1/traces' });
  expect(requests[0]!.headers).toMatchObject({ 'content-type': 'application/json', 'x-tenant': 'desk' });
  const [first] = (JSON.parse(bodies[0]!) as Sent).resourceSpans;
  expect(values(first!.resource.attributes)).toMatchObject({ 'service.name': 'desk' });

  const spans = spansOf(bodies);
  const served = spans.find((span) => span.traceId === traceId && span.kind === 2)!;
  expect(served).toMatchObject({ name: 'GET /api/member/list', parentSpanId: 'b'.repeat(16), status: {} });
  expect(values(served.attributes)).toMatchObject({
    'http.request.method': 'GET',
    'http.route': '/api/member/list',
    'http.response.status_code': '200',
  });
  const textOf = ({ attributes }: Span) => values(attributes)['db.query.text'];
  const caused = spans.filter((span) => span.parentSpanId === served.spanId);
  // The use of the session is noted once the call is answered.
  const statements = caused.filter((span) => !/^\s*update "_session"/.test(String(textOf(span))));
  expect(statements.length).toBeGreaterThan(0);
  for (const span of statements) {
    expect(span).toMatchObject({ traceId, kind: 3, name: expect.stringMatching(/^(SELECT|WITH)$/) as string });
    expect(BigInt(span.startTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(served.startTimeUnixNano));
    expect(BigInt(span.endTimeUnixNano)).toBeLessThanOrEqual(BigInt(served.endTimeUnixNano));
  }
  expect(statements.map(textOf).join()).toContain('"member"');
  expect(bodies.join()).not.toMatch(/Nobody4711/i);

  // A caller that does not want its trace gets none.
  expect(spans.some((span) => span.traceId === 'c'.repeat(32))).toBe(false);
  const work = spans.find(({ name }) => name === 'work _removedFiles')!;
  expect(spans.some((span) => span.parentSpanId === work.spanId && span.name === 'SELECT')).toBe(true);
  expect(spans.find(({ name }) => name === 'deliver channel')).toMatchObject({ kind: 3, status: { code: 2 } });
});

it('serves on while the collector is away', async () => {
  const tracing = { endpoint: 'http://127.0.0.1:1', headers: {}, service: 'desk', ratio: 1 };
  const test = await startTestApp({ settings: { tracing } });
  const admin = await test.as('admin');
  expect((await admin.get('/member/list', { pageNo: 1, pageSize: 10 })).http).toBe(200);
  await test.close();
});
