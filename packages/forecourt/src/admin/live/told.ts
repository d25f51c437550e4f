import type { Http } from '../providers/http.ts';

/** Records of one resource that somebody has changed. */
export interface ToldChange {
  readonly resource: string;
  /** null: many. */
  readonly ids: readonly number[] | null;
}

/** What `GET /api/live` says: by its stream, or at once. */
export interface Told {
  /** From where to go on, at any process of the server. */
  readonly position: string;
  /** Changes are missing: everything may be another. */
  readonly lost: boolean;
  readonly changes: readonly ToldChange[];
}

export const LIVE_PATH = '/live';

/** From where on changes are told: asked for before the first rows, so that none is missed between them and the beginning of the stream. */
export const whereChangesBegin = (http: Http) => ({
  queryKey: ['live'],
  queryFn: async ({ signal }: { signal: AbortSignal }) => (await http<Told>(LIVE_PATH, { signal })).data.position,
  staleTime: Infinity,
  gcTime: Infinity,
  retry: false,
});
