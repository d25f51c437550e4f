import { useCallback, useEffect, useRef, useState } from 'react';
import { HttpError } from 'react-admin';
import {
  refuseFile,
  shrinkPicture,
  uploadFile,
  useAdminRuntime,
  type KeptFiles,
  type OnProgress,
} from 'forecourt/admin';
import { PAPERS, VIDEO, type FilePlace, type KeptFile } from './draft.ts';

/** A file on its way to the server. */
export interface Upload {
  readonly key: string;
  readonly field: FilePlace;
  readonly file: File;
  /** Object URL for the preview. */
  readonly preview: string;
  /** 0 to 1. */
  readonly progress: number;
  /** The server could not be reached: it is kept on the device, and sent again by itself. */
  readonly waiting?: boolean;
  /** The connection broke within a large file: what is there is kept, the rest follows by itself. */
  readonly broken?: boolean;
  /** Message key; the file waits for another try. */
  readonly error?: string;
}

export interface Uploads {
  readonly items: readonly Upload[];
  /** Some are still travelling, or wait for the network. */
  readonly busy: boolean;
  /** How many wait for the network. */
  readonly waiting: number;
  add(field: FilePlace, files: readonly File[]): void;
  retry(key: string): void;
  /** Takes a file off; one that is travelling does not arrive. */
  drop(key: string): void;
}

/** What browsers play and the server takes (D-ORD-17). */
export const VIDEO_TYPES: ReadonlySet<string> = new Set(['video/mp4', 'video/quicktime', 'video/webm']);

const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;

const statusOf = (error: unknown): number => (error instanceof HttpError ? error.status : NaN);
/** Nothing said no: the line is gone, the server is not there or overloaded, or the session has to be begun anew. */
const isPassing = (error: unknown): boolean => [0, 401, 408, 429, 502, 503, 504].includes(statusOf(error));
/** The server said no to this very file: sending it again changes nothing. */
const isRefusal = (error: unknown): boolean => statusOf(error) >= 400 && statusOf(error) < 500;

/**
 * Sends files the moment they are taken; what has arrived is handed over by name. Until then they are kept on the device: what finds no network
 * is sent when the line is back, also after a reload; what was refused stays with a way to try again.
 */
export function useUploads(kept: KeptFiles, onArrived: (field: FilePlace, file: KeptFile) => void): Uploads {
  const { http } = useAdminRuntime();
  const [items, setItems] = useState<readonly Upload[]>([]);
  const arrived = useRef(onArrived);
  const previews = useRef(new Set<string>());
  const travelling = useRef(new Map<string, AbortController>());
  const known = useRef(new Set<string>());
  const pauses = useRef(new Map<string, number>());
  useEffect(() => {
    arrived.current = onArrived;
  });

  const update = useCallback(
    (key: string, change: Partial<Upload>) =>
      setItems((all) => all.map((item) => (item.key === key ? { ...item, ...change } : item))),
    [],
  );
  const drop = useCallback(
    (key: string) => {
      travelling.current.get(key)?.abort();
      pauses.current.delete(key);
      void kept.drop(key);
      setItems((all) => all.filter((item) => item.key !== key));
    },
    [kept],
  );

  const send = useCallback(
    async ({ key, field, file }: Pick<Upload, 'key' | 'field' | 'file'>) => {
      if (travelling.current.has(key)) return;
      update(key, { progress: 0, error: undefined, waiting: false, broken: false });
      const controller = new AbortController();
      travelling.current.set(key, controller);
      try {
        const small = await shrinkPicture(file);
        const refusal =
          field === VIDEO && !VIDEO_TYPES.has(small.type)
            ? 'rental.handover.notVideo'
            : refuseFile(small, field !== PAPERS && field !== VIDEO);
        if (refusal) {
          void kept.drop(key);
          return update(key, { error: refusal });
        }
        const tell: OnProgress = (progress, broken) => update(key, { progress, broken });
        const { name, url } = await uploadFile(http, small, tell, controller.signal);
        arrived.current(field, { name, url });
        drop(key);
      } catch (error) {
        if (controller.signal.aborted) return;
        if (isPassing(error)) return update(key, { waiting: true, broken: false });
        if (isRefusal(error)) void kept.drop(key);
        update(key, { error: (error as Error).message || 'admin.upload.failed' });
      } finally {
        travelling.current.delete(key);
      }
    },
    [http, kept, update, drop],
  );

  const begin = useCallback(
    (files: readonly Pick<Upload, 'key' | 'field' | 'file'>[]) => {
      const fresh = files.filter(({ key }) => !known.current.has(key));
      const begun = fresh.map(({ key, field, file }): Upload => {
        known.current.add(key);
        const preview = file.type.startsWith('image/') ? URL.createObjectURL(file) : '';
        if (preview) previews.current.add(preview);
        return { key, field, file, preview, progress: 0 };
      });
      setItems((all) => [...all, ...begun]);
      begun.forEach((upload) => void send(upload));
    },
    [send],
  );

  // What waited on the device since before a reload goes on its way; what this form leaves behind waits for the next time.
  useEffect(() => {
    let current = true;
    void kept.list().then((files) => {
      if (current) begin(files.map(({ id, about, file }) => ({ key: id, field: about as FilePlace, file })));
    });
    const [made, sending] = [previews.current, travelling.current];
    return () => {
      current = false;
      sending.forEach((controller) => controller.abort());
      made.forEach((url) => URL.revokeObjectURL(url));
    };
  }, [kept, begin]);

  // Tried again when the browser says the line is back, and now and then: a network without a way to the server counts as a line.
  const waiting = items.filter((item) => item.waiting);
  const latest = useRef(waiting);
  useEffect(() => {
    latest.current = waiting;
  });
  useEffect(() => {
    const all = (): void => latest.current.forEach((item) => void send(item));
    window.addEventListener('online', all);
    return () => window.removeEventListener('online', all);
  }, [send]);
  const keys = waiting.map(({ key }) => key).join(' ');
  useEffect(() => {
    if (keys === '') return undefined;
    const timers = keys.split(' ').map((key) => {
      const pause = Math.min(pauses.current.get(key) ?? FIRST_PAUSE_MS, LONGEST_PAUSE_MS);
      return setTimeout(() => {
        pauses.current.set(key, pause * 2);
        const item = latest.current.find((one) => one.key === key);
        if (item) void send(item);
      }, pause);
    });
    return () => timers.forEach(clearTimeout);
  }, [keys, send]);

  const add = useCallback(
    (field: FilePlace, files: readonly File[]) => {
      const taken = files.map((file) => ({ key: `${Date.now()}-${Math.random().toString(36).slice(2)}`, field, file }));
      for (const { key, file } of taken) void kept.put({ id: key, about: field, file });
      begin(taken);
    },
    [kept, begin],
  );
  const retry = useCallback(
    (key: string) => {
      const item = items.find((one) => one.key === key);
      if (item) void send(item);
    },
    [items, send],
  );

  return { items, busy: items.some((item) => item.error === undefined), waiting: waiting.length, add, retry, drop };
}
