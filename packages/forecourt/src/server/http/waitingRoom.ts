import { createServer } from 'node:http';
import { once } from 'node:events';
import type { Locale } from '../../locale/index.ts';
import { createMessages, type Catalogues } from '../messages.ts';
import type { Settings } from '../settings.ts';
import { watchSilent } from './silentConnections.ts';

/** Answers while the server itself cannot yet. */
export interface WaitingRoom {
  /** Frees the address. */
  close(): Promise<void>;
}

const LIVE = '/api/health/live';

/**
 * Listens from the first moment of a start that may take minutes (recovery after a crash, migration, a first start): the process lives, and is not ready. Whoever restarts what does not
 * live leaves it alone, whoever spreads requests sends none. Rejects like `listen`.
 */
export async function openWaitingRoom(
  { port, host }: Pick<Settings, 'port' | 'host'>,
  texts: Catalogues,
  locale: Locale,
): Promise<WaitingRoom> {
  const messages = createMessages(texts, locale);
  const server = createServer((request, response) => {
    const lives = request.url === LIVE;
    const t = messages.t(messages.asked(request.headers['accept-language']));
    const body = lives
      ? { statusCode: 200, message: t('msg.ok'), data: { process: 'ok' } }
      : { statusCode: 503, message: t('msg.unavailable'), data: null };
    response.writeHead(body.statusCode, {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      connection: 'close',
      ...(!lives && { 'retry-after': '1' }),
    });
    response.end(JSON.stringify(body));
  });
  const endSilent = watchSilent(server);
  server.listen(port, host);
  await once(server, 'listening');
  return {
    async close() {
      const closed = once(server, 'close');
      server.close();
      endSilent();
      server.closeIdleConnections();
      await closed;
    },
  };
}
