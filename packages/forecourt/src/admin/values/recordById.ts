import type { QueryClient } from '@tanstack/react-query';
import type { Identifier, RaRecord } from 'react-admin';

/** What is asked for of one resource in one moment: a table of related records is one call. */
interface Batch {
  readonly ids: Set<Identifier>;
  readonly records: Promise<readonly RaRecord[]>;
}

/** As many as a page of choices has. */
const MAX_IDS = 50;

/** By the cache that the answers go to: every component has a data provider of its own. */
const open = new WeakMap<QueryClient, Map<string, Batch>>();

type Ask = (ids: string) => Promise<readonly RaRecord[]>;

function batchOf(client: QueryClient, resource: string, ask: Ask): Batch {
  const batches = open.get(client) ?? new Map<string, Batch>();
  open.set(client, batches);
  const known = batches.get(resource);
  if (known && known.ids.size < MAX_IDS) return known;
  const ids = new Set<Identifier>();
  const batch: Batch = {
    ids,
    // Sent when all components of this drawing have said what they need.
    records: new Promise<void>((resolve) => setTimeout(resolve)).then(async () => {
      if (batches.get(resource) === batch) batches.delete(resource);
      return ask([...ids].join(','));
    }),
  };
  batches.set(resource, batch);
  return batch;
}

/** A record by its id out of what `ask` answers for many; null when there is none. */
export async function recordById(
  client: QueryClient,
  resource: string,
  id: Identifier,
  ask: Ask,
): Promise<RaRecord | null> {
  const { ids, records } = batchOf(client, resource, ask);
  ids.add(id);
  return (await records).find((record) => String(record.id) === String(id)) ?? null;
}
