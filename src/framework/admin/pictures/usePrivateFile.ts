import { useEffect, useState } from 'react';
import { privateFilePath } from '../../model/index.ts';
import { useAdminRuntime } from '../runtime/runtime.tsx';

/** Which private file is meant. `name` of the stored file: another one is read anew. */
export interface PrivateFile {
  readonly resource: string;
  readonly id: number;
  readonly field: string;
  readonly name: string;
}

interface ReadFile {
  /** Address of the bytes in this page; empty until they are here. */
  readonly url: string;
  readonly error: Error | undefined;
  readonly retry: () => void;
}

const NOTHING = { url: '', error: undefined };

/**
 * Reads a private file once for as long as it is shown, and keeps nothing of it: every reading is a line of the operation log. So it is no query, which
 * would be asked again with everything else on screen.
 */
export function usePrivateFile({ resource, id, field, name }: PrivateFile): ReadFile {
  const { http } = useAdminRuntime();
  const [attempt, setAttempt] = useState(0);
  const [read, setRead] = useState<Omit<ReadFile, 'retry'>>(NOTHING);
  useEffect(() => {
    const leaving = new AbortController();
    let url = '';
    const path = privateFilePath(resource, field).replace('{id}', String(id));
    http.raw(path, { signal: leaving.signal }).then(
      async (response) => {
        const bytes = await response.blob();
        if (leaving.signal.aborted) return;
        url = URL.createObjectURL(bytes);
        setRead({ url, error: undefined });
      },
      (error: Error) => {
        if (!leaving.signal.aborted) setRead({ url: '', error });
      },
    );
    return () => {
      leaving.abort();
      if (url !== '') URL.revokeObjectURL(url);
      setRead(NOTHING);
    };
  }, [http, resource, id, field, name, attempt]);
  return { ...read, retry: () => setAttempt((times) => times + 1) };
}
