import { useQuery } from '@tanstack/react-query';
import { useAdminRuntime } from '../runtime/runtime.tsx';
import type { Http } from '../providers/http.ts';

/** Signed addresses live an hour at least; asked again a little earlier. */
const FRESH_MS = 50 * 60_000;
/** Names the server answers in one call. */
const MOST_NAMES = 100;

interface Batch {
  readonly waiting: Map<string, ((url: string) => void)[]>;
  readonly failed: ((error: unknown) => void)[];
}

const batches = new WeakMap<Http, Batch>();

/** Asks for all names wanted in the same moment at once: a page of thumbnails is one call. */
function signedUrl(http: Http, name: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let batch = batches.get(http);
    if (!batch) {
      const begun: Batch = { waiting: new Map(), failed: [] };
      batch = begun;
      batches.set(http, begun);
      queueMicrotask(() => {
        batches.delete(http);
        http<Record<string, string>>('/basics/file/url', { query: { names: [...begun.waiting.keys()] } }).then(
          ({ data }) => begun.waiting.forEach((takers, key) => takers.forEach((take) => take(data[key] ?? ''))),
          (error: unknown) => begun.failed.forEach((fail) => fail(error)),
        );
      });
    }
    batch.waiting.set(name, [...(batch.waiting.get(name) ?? []), resolve]);
    batch.failed.push(reject);
    if (batch.waiting.size >= MOST_NAMES) batches.delete(http);
  });
}

/** Address of a stored file, signed by the server; empty until it is known. What is an address already is answered as it is. */
export function useFileUrl(name: string): string {
  const { http } = useAdminRuntime();
  const direct = /^(https?:|blob:|data:image\/|\/)/.test(name);
  const { data } = useQuery({
    queryKey: ['file url', name],
    queryFn: () => signedUrl(http, name),
    staleTime: FRESH_MS,
    retry: false,
    enabled: !direct && name !== '',
  });
  return direct ? name : (data ?? '');
}
