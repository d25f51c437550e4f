import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { finished } from 'node:stream/promises';
import { expect, it } from 'vitest';
import { createLog } from '../log.ts';
import { streamOf } from './download.ts';

const request = () => ({ raw: new IncomingMessage(new Socket()), log: createLog('silent') });

it.each(['before it was read', 'half-way', 'at its end'])(
  'a file lets go of what it is made from when it is closed %s',
  async (when) => {
    let held = 0;
    async function* pieces(): AsyncGenerator<string> {
      held++;
      try {
        for (const piece of ['one', 'two', 'three']) yield await Promise.resolve(piece);
      } finally {
        held--;
      }
    }
    const stream = await streamOf(pieces(), request());
    expect(held).toBe(1);
    if (when === 'half-way') for await (const _piece of stream) break;
    else if (when === 'at its end') await finished(stream.resume());
    else stream.destroy();
    await expect.poll(() => held).toBe(0);
  },
);
