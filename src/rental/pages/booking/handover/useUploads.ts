import { useCallback, useEffect, useRef, useState } from 'react';
import { refuseFile, uploadFile, useAdminRuntime } from '../../../../framework/admin/index.ts';
import { PAPERS, VIDEO, type KeptFile, type PhotoField } from './draft.ts';
import { shrinkImage } from './shrinkImage.ts';

/** A file on its way to the server. */
export interface Upload {
  readonly key: number;
  readonly field: PhotoField;
  readonly file: File;
  /** Object URL for the preview. */
  readonly preview: string;
  /** 0 to 1. */
  readonly progress: number;
  /** Message key; the file waits for another try. */
  readonly error?: string;
}

export interface Uploads {
  readonly items: readonly Upload[];
  /** Some are still travelling. */
  readonly busy: boolean;
  add(field: PhotoField, files: readonly File[]): void;
  retry(key: number): void;
  /** Takes a file off; one that is travelling does not arrive. */
  drop(key: number): void;
}

/** What browsers play and the server takes (D-ORD-17). */
export const VIDEO_TYPES: ReadonlySet<string> = new Set(['video/mp4', 'video/quicktime', 'video/webm']);

/** Sends files the moment they are taken; what has arrived is handed over by name, what failed stays with a way to try again. */
export function useUploads(onArrived: (field: PhotoField, file: KeptFile) => void): Uploads {
  const { http } = useAdminRuntime();
  const [items, setItems] = useState<readonly Upload[]>([]);
  const nextKey = useRef(0);
  const arrived = useRef(onArrived);
  const previews = useRef(new Set<string>());
  const travelling = useRef(new Map<number, AbortController>());
  useEffect(() => {
    arrived.current = onArrived;
  });
  useEffect(() => {
    const made = previews.current;
    return () => made.forEach((url) => URL.revokeObjectURL(url));
  }, []);

  const update = useCallback(
    (key: number, change: Partial<Upload>) =>
      setItems((all) => all.map((item) => (item.key === key ? { ...item, ...change } : item))),
    [],
  );
  const drop = useCallback((key: number) => {
    travelling.current.get(key)?.abort();
    setItems((all) => all.filter((item) => item.key !== key));
  }, []);

  const send = useCallback(
    async ({ key, field, file }: Pick<Upload, 'key' | 'field' | 'file'>) => {
      update(key, { progress: 0, error: undefined });
      const controller = new AbortController();
      travelling.current.set(key, controller);
      try {
        const small = await shrinkImage(file);
        const refusal =
          field === VIDEO && !VIDEO_TYPES.has(small.type)
            ? 'rental.handover.notVideo'
            : refuseFile(small, field !== PAPERS && field !== VIDEO);
        if (refusal) return update(key, { error: refusal });
        const { name, url } = await uploadFile(http, small, (progress) => update(key, { progress }), controller.signal);
        arrived.current(field, { name, url });
        drop(key);
      } catch (error) {
        update(key, { error: (error as Error).message || 'admin.upload.failed' });
      } finally {
        travelling.current.delete(key);
      }
    },
    [http, update, drop],
  );

  const add = useCallback(
    (field: PhotoField, files: readonly File[]) => {
      const begun = files.map((file): Upload => {
        const preview = file.type.startsWith('image/') ? URL.createObjectURL(file) : '';
        if (preview) previews.current.add(preview);
        return { key: nextKey.current++, field, file, preview, progress: 0 };
      });
      setItems((all) => [...all, ...begun]);
      begun.forEach((upload) => void send(upload));
    },
    [send],
  );

  const retry = useCallback(
    (key: number) => {
      const item = items.find((one) => one.key === key);
      if (item) void send(item);
    },
    [items, send],
  );

  return { items, busy: items.some((item) => item.error === undefined), add, retry, drop };
}
