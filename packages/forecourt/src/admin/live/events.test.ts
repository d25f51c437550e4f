import { expect, it } from 'vitest';
import { eventsOf, type StreamEvent } from './events.ts';

const bodyOf = (pieces: readonly string[]): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
      controller.close();
    },
  });

async function read(pieces: readonly string[]): Promise<StreamEvent[]> {
  const found: StreamEvent[] = [];
  for await (const event of eventsOf(bodyOf(pieces))) found.push(event);
  return found;
}

const WHOLE = 'id: 1.2:3:\ndata: {"a":"ä ก"}\n\nid: 1.4:5:\n\n: nothing\n\n';
const EVENTS = [{ id: '1.2:3:', data: '{"a":"ä ก"}' }, { id: '1.4:5:' }, {}];

it('reads events, those that only say where to go on too', async () => {
  expect(await read([WHOLE])).toEqual(EVENTS);
});

it('reads them in whatever pieces they arrive, and with the line ends of a proxy', async () => {
  expect(await read([...WHOLE])).toEqual(EVENTS);
  expect(await read([WHOLE.replaceAll('\n', '\r\n')])).toEqual(EVENTS);
});

it('says nothing of an event that was cut off', async () => {
  expect(await read(['id: 1\ndata: x\n\nid: 2\ndata: y'])).toEqual([{ id: '1', data: 'x' }]);
});
