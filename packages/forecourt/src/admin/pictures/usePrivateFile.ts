import { useEffect, useState } from 'react';
import { useAdminRuntime } from '../runtime/runtime.tsx';

/** Which private file is meant. */
export interface PrivateFile {
  /** Below /api (`privateFilePath`). */
  readonly path: string;
  /** Of the stored file: another one is read anew. */
  readonly name: string;
}

interface ReadFile {
  /** Address of the bytes in this page; empty until they are here. */
  readonly url: string;
  readonly isImage: boolean;
  readonly error: Error | undefined;
  readonly retry: () => void;
}

const NOTHING = { url: '', isImage: true, error: undefined };

/**
 * Reads a private file once for as long as it is shown, and keeps nothing of it: every reading is a line of the operation log. So it is no query, which
 * would be asked again with everything else on screen.
 */
export function usePrivateFile({ path, name }: PrivateFile): ReadFile {
  const { http } = useAdminRuntime();
  const [attempt, setAttempt] = useState(0);
  const [read, setRead] = useState<Omit<ReadFile, 'retry'>>(NOTHING);
  useEffect(() => {
    const leaving = new AbortController();
    let url = '';
    http.raw(path, { signal: leaving.signal }).then(
      async (response) => {
        const bytes = await response.blob();
        if (leaving.signal.aborted) return;
        url = URL.createObjectURL(bytes);
        setRead({ url, isImage: bytes.type.startsWith('image/'), error: undefined });
      },
      (error: Error) => {
        if (!leaving.signal.aborted) setRead({ ...NOTHING, error });
      },
    );
    return () => {
      leaving.abort();
      if (url !== '') URL.revokeObjectURL(url);
      setRead(NOTHING);
    };
  }, [http, path, name, attempt]);
  return { ...read, retry: () => setAttempt((times) => times + 1) };
}
