import { useEffect, useRef, useState } from 'react';
import { useAdminRuntime } from '../runtime/runtime.tsx';
import { TRANSFER_TIMEOUT_MS } from '../providers/http.ts';
import type { ImportState } from '../../model/index.ts';

interface Offer {
  readonly open: ImportState | null;
  readonly updateKeys: readonly string[];
}

interface Importing {
  readonly state: ImportState | undefined;
  readonly updateKeys: readonly string[];
  /** What the server is asked at the moment. */
  readonly busy: 'loading' | 'checking' | 'writing' | undefined;
  /** Message of the last call that failed. */
  readonly problem: string | undefined;
  check(file: File, updateBy: string): Promise<void>;
  /** Writes until nothing waits; goes on where it stopped. */
  write(): Promise<void>;
  showErrors(page: number): Promise<void>;
  /** Gives up what is not written yet and starts anew. */
  discard(): Promise<void>;
}

/** One import of a resource: found again when it was left, checked, written step by step. */
export function useImport(path: string): Importing {
  const { http } = useAdminRuntime();
  const [state, setState] = useState<ImportState | undefined>();
  const [updateKeys, setUpdateKeys] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState<Importing['busy']>('loading');
  const [problem, setProblem] = useState<string | undefined>();
  const left = useRef(false);

  const during = async (what: Importing['busy'], work: () => Promise<void>): Promise<void> => {
    setBusy(what);
    setProblem(undefined);
    try {
      await work();
    } catch (error) {
      setProblem((error as Error).message);
    } finally {
      setBusy(undefined);
    }
  };

  useEffect(() => {
    left.current = false;
    const controller = new AbortController();
    http<Offer>(path, { signal: controller.signal })
      .then(({ data }) => {
        setState(data.open ?? undefined);
        setUpdateKeys(data.updateKeys);
        setBusy(undefined);
      })
      .catch((error: unknown) => {
        if (controller.signal.aborted) return;
        setProblem((error as Error).message);
        setBusy(undefined);
      });
    return () => {
      // Closing the dialog stops after the step that is on its way; the server keeps the rest.
      left.current = true;
      controller.abort();
    };
  }, [http, path]);

  return {
    state,
    updateKeys,
    busy,
    problem,
    check: (file, updateBy) =>
      during('checking', async () => {
        const body = new FormData();
        body.append('updateBy', updateBy);
        body.append('file', file);
        // Checking twice does no harm, so it needs no key.
        const { data } = await http<ImportState>(path, {
          method: 'POST',
          body,
          timeout: TRANSFER_TIMEOUT_MS,
          creates: false,
        });
        setState(data);
      }),
    write: () =>
      during('writing', async () => {
        for (let current = state; current && current.state !== 'done' && !left.current;) {
          const { data } = await http<ImportState>(`${path}/${current.id}/run`, { method: 'POST', body: {} });
          setState(data);
          current = data;
        }
      }),
    showErrors: (pageNo) =>
      during('loading', async () => {
        const { data } = await http<ImportState>(`${path}/${state!.id}`, { query: { pageNo } });
        setState(data);
      }),
    discard: () =>
      during('loading', async () => {
        if (state && state.state !== 'done') await http(`${path}/${state.id}`, { method: 'DELETE' });
        setState(undefined);
      }),
  };
}
