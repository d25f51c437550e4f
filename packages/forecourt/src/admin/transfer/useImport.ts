import { useEffect, useRef, useState } from 'react';
import { useAdminRuntime } from '../runtime/runtime.tsx';
import { TRANSFER_TIMEOUT_MS } from '../providers/http.ts';
import type { ImportQuestion, ImportQuestions, ImportState } from '../../model/index.ts';

interface Offer {
  readonly open: ImportState | null;
  readonly updateKeys: readonly string[];
}

type Choices = Readonly<Record<string, string>>;

interface Sent {
  readonly file: File;
  readonly updateBy: string;
  readonly choices: Choices;
}

interface Importing {
  readonly state: ImportState | undefined;
  /** What must be said of the file before it can be read. */
  readonly questions: readonly ImportQuestion[] | undefined;
  readonly updateKeys: readonly string[];
  /** What the server is asked at the moment. */
  readonly busy: 'loading' | 'checking' | 'writing' | undefined;
  /** Message of the last call that failed. */
  readonly problem: string | undefined;
  check(file: File, updateBy: string): Promise<void>;
  /** Reads the file as it was chosen; there may be more to ask. */
  answer(choices: Choices): Promise<void>;
  /** Asks again how the file is to be read; undefined where the file is not at hand any more. */
  readonly askAgain: (() => Promise<void>) | undefined;
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
  const [questions, setQuestions] = useState<readonly ImportQuestion[] | undefined>();
  const [sent, setSent] = useState<Sent | undefined>();
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

  const send = async (given: Sent): Promise<void> => {
    const body = new FormData();
    body.append('updateBy', given.updateBy);
    body.append('choices', JSON.stringify(given.choices));
    body.append('file', given.file);
    // Checking twice does no harm, so it needs no key.
    const { data } = await http<ImportState | ImportQuestions>(path, {
      method: 'POST',
      body,
      timeout: TRANSFER_TIMEOUT_MS,
      creates: false,
    });
    setSent(given);
    setQuestions(data.state === 'asking' ? data.questions : undefined);
    setState(data.state === 'asking' ? undefined : data);
  };

  const forget = async (): Promise<void> => {
    if (state && state.state !== 'done') await http(`${path}/${state.id}`, { method: 'DELETE' });
    setState(undefined);
  };

  return {
    state,
    questions,
    updateKeys,
    busy,
    problem,
    check: (file, updateBy) => during('checking', () => send({ file, updateBy, choices: {} })),
    answer: (choices) => during('checking', () => send({ ...sent!, choices: { ...sent!.choices, ...choices } })),
    askAgain:
      sent && state?.state === 'checked' && Object.keys(sent.choices).length > 0
        ? () =>
            during('checking', async () => {
              await forget();
              await send({ ...sent, choices: {} });
            })
        : undefined,
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
        await forget();
        setQuestions(undefined);
        setSent(undefined);
      }),
  };
}
