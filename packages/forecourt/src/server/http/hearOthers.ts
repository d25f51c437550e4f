import type { FastifyInstance } from 'fastify';
import type { Logger } from '../log.ts';
import { createListener, type ConnectionConfig } from '../postgres/index.ts';
import type { createActors } from './actors.ts';
import { ACTORS_CHANNEL } from './tables.ts';

interface Hearing {
  /** How to reach the database once more. */
  readonly connection: ConnectionConfig | string;
  readonly actors: ReturnType<typeof createActors>;
  readonly log: Logger;
}

/**
 * Hears what other processes change, from the moment the server is ready until it closes. It hears of rights of users,
 * which are cached only while they are heard of, and of the version of the model.
 */
export function hearOthers(app: FastifyInstance, { connection, actors, log }: Hearing): void {
  const { lineage } = app.data;
  let close: (() => Promise<void>) | undefined;
  const heard = (connected: boolean): void => {
    const before = lineage.behind;
    lineage
      .hear(connected)
      .then(() => {
        if (lineage.behind && !before)
          log.warn(
            'the database belongs to another version of this application now: this server reads it, and changes what it knows, until it is upgraded',
          );
      })
      .catch((error: unknown) => log.warn({ err: error }, 'the model of the database could not be read'));
  };
  app.addHook('onReady', async () => {
    const listener = await createListener({
      connection,
      channels: [ACTORS_CHANNEL, lineage.channel],
      name: lineage.listener,
      log,
      onNotification: (channel) => (channel === lineage.channel ? heard(true) : actors.forgetAll()),
      onState(connected) {
        actors.remember(connected);
        heard(connected);
      },
    });
    close = () => listener.close();
  });
  app.addHook('onClose', async () => close?.());
}
