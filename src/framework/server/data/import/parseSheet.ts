import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { refuse } from '../../errors.ts';
import type { RawCell } from '../kinds/index.ts';

/** A thread of its own: fifty thousand rows take seconds, in which nobody else would be answered. It is a text, so that no build needs to know it. */
const THREAD = `
const { parentPort, workerData } = require('node:worker_threads');
require(workerData.reader).readSheet(Buffer.from(workerData.bytes), 1, { trim: false })
  .then((cells) => parentPort.postMessage({ cells }), () => parentPort.postMessage({}));
`;
/** Memory of the thread; a sheet that needs more ends it, not the server. */
const MAX_MEGABYTES = 768;

/** The cells of the first sheet, read beside everything else. Refuses what the reader cannot read. */
export function parseSheet(bytes: Uint8Array): Promise<readonly (readonly RawCell[])[]> {
  const reader = createRequire(import.meta.url).resolve('read-excel-file/node');
  return new Promise((resolve, reject) => {
    const worker = new Worker(THREAD, {
      eval: true,
      workerData: { reader, bytes },
      resourceLimits: { maxOldGenerationSizeMb: MAX_MEGABYTES },
    });
    worker.once('message', ({ cells }: { cells?: readonly (readonly RawCell[])[] }) => {
      if (cells) resolve(cells);
      else reject(refuse('msg.import.badFile'));
      void worker.terminate();
    });
    worker.once('error', (error: Error & { code?: string }) =>
      reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? refuse('msg.import.tooMuchText') : error),
    );
  });
}
