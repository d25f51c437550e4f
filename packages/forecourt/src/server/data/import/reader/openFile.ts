import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { refuse } from '../../../errors.ts';
import { MAX_FILE_BYTES } from './limits.ts';
import type { Answer, Choices, Opened, Question, ReadColumn, Reading, Request, SheetRow } from './protocol.ts';

/** Memory of the thread; a file that needs more ends it, not the server. */
const MAX_MEGABYTES = 768;
/** One answer of the thread takes no longer: reading the file, judging its columns, some of its rows. */
const PATIENCE_MS = 30_000;
/** A thread that has nothing to do waits so long for the next file. */
const IDLE_MS = 10_000;

/**
 * The thread is a file of the build beside this one (`serverParts` of packages/forecourt/vite), or a module of the package where it was not put
 * together. Tests and tools run the source, which a thread must be told how to read.
 */
const HERE = import.meta.url;
const SOURCE = HERE.endsWith('.ts');
const FROM_SOURCE = `import('tsx/esm/api').then(({ register }) => {
  register();
  return import(${JSON.stringify(new URL('thread.ts', HERE).href)});
})`;
const THREAD = HERE.endsWith('/openFile.js') ? 'thread.js' : 'server-import.js';
const resourceLimits = { maxOldGenerationSizeMb: MAX_MEGABYTES };

const start = (): Worker =>
  SOURCE
    ? new Worker(FROM_SOURCE, { resourceLimits, eval: true })
    : new Worker(new URL(THREAD, HERE), { resourceLimits });

let idle: { readonly thread: Worker; readonly timer: NodeJS.Timeout; readonly end: () => void } | undefined;

function take(): Worker {
  if (!idle) return start();
  const { thread, timer, end } = idle;
  idle = undefined;
  clearTimeout(timer);
  thread.off('error', end);
  thread.ref();
  return thread;
}

/** Keeps a thread for the next file, which then need not wait for one to start. */
function giveBack(thread: Worker): void {
  thread.unref();
  if (idle) {
    void thread.terminate();
    return;
  }
  const end = (): void => {
    idle = undefined;
    void thread.terminate();
  };
  idle = { thread, timer: setTimeout(end, IDLE_MS).unref(), end };
  thread.once('error', end);
}

/** A file on its way through the thread. */
export interface FileReader {
  readonly opened: Opened;
  /** Judges the columns as wholes; answers what must be asked. */
  judge(columns: readonly ReadColumn[], choices: Choices): Promise<readonly Question[]>;
  /** The rows below the header, some at a time, once the columns are judged. */
  rows(): AsyncGenerator<readonly SheetRow[]>;
  close(): void;
}

const outOfMemory = (error: unknown): boolean => (error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY';

/** What asks the thread. It ends with the thread when an answer does not come in time, or when whoever waited has gone. */
function connect(thread: Worker, signal: AbortSignal | undefined) {
  let over = false;
  const end = (): void => {
    if (over) return;
    over = true;
    void thread.terminate();
  };
  const ask = (request: Request): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const settled = (settle: () => void): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', leave);
        thread.off('message', hear).off('error', fail);
        settle();
      };
      const stop = (error: unknown): void => {
        end();
        settled(() => reject(error));
      };
      const leave = (): void => stop(refuse('msg.import.tooSlow'));
      const timer = setTimeout(leave, PATIENCE_MS);
      signal?.addEventListener('abort', leave);
      const hear = (answer: Answer): void => settled(() => resolve(answer));
      const fail = (error: unknown): void => stop(outOfMemory(error) ? refuse('msg.import.tooMuchText') : error);
      thread.once('message', hear).once('error', fail);
      if (signal?.aborted || over) leave();
      else thread.postMessage(request);
    });
  const close = (): void => {
    if (over) return;
    over = true;
    giveBack(thread);
  };
  return { ask, close, end };
}

/** An answer that is no refusal. */
function accepted(answer: Answer): Exclude<Answer, { refused: unknown } | { failed: unknown }> {
  if ('refused' in answer) throw refuse(answer.refused.key, answer.refused.params);
  if ('failed' in answer) throw new Error(answer.failed);
  return answer;
}

/**
 * Reads an uploaded file beside everything else, by what it holds; a name that says otherwise is refused. Answers questions where the file
 * can be read in several ways. To be closed in the end.
 */
export async function openFile(
  bytes: Buffer,
  reading: Reading,
  signal?: AbortSignal,
): Promise<FileReader | readonly Question[]> {
  if (bytes.length > MAX_FILE_BYTES) throw refuse('msg.import.fileTooLarge', { max: MAX_FILE_BYTES / 1024 / 1024 });
  if (bytes.length === 0) throw refuse('msg.import.empty');
  const isZip = bytes.length > 4 && bytes.readUInt32LE(0) === 0x04034b50;
  const saysZip = /\.xlsx$/i.test(reading.name);
  if (isZip !== saysZip || /\.(xls|xlsm|xlsb|ods|exe|zip)$/i.test(reading.name)) throw refuse('msg.import.badType');
  const { ask, close, end } = connect(take(), signal);
  try {
    const answer = accepted(await ask({ do: 'open', bytes, reading }));
    if ('questions' in answer) {
      close();
      return answer.questions;
    }
    if (!('opened' in answer)) throw new Error('the reader did not open the file');
    return {
      opened: answer.opened,
      async judge(columns, choices) {
        const judged = accepted(await ask({ do: 'judge', columns, choices }));
        return 'questions' in judged ? judged.questions : [];
      },
      async *rows() {
        for (;;) {
          const some = accepted(await ask({ do: 'rows' }));
          if (!('rows' in some)) throw new Error('the reader did not answer rows');
          yield some.rows;
          if (some.last) return;
          await setImmediate();
        }
      },
      close,
    };
  } catch (error) {
    // A file that is refused leaves a thread that can read the next one; anything else may have broken it.
    if ((error as { name?: string }).name === 'Refusal') close();
    else end();
    throw error;
  }
}
