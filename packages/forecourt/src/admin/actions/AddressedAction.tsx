import { Suspense, useCallback } from 'react';
import type { RaRecord } from 'react-admin';
import { useSearchParams } from 'react-router';
import type { Resource } from '../../model/index.ts';
import { ACTION_PARAMETER } from '../model/documentedUrls.ts';
import { useCanDo } from '../runtime/runtime.tsx';
import { ActionButton } from './ActionButton.tsx';
import { StillOffered } from './StillOffered.tsx';

interface AddressedActionProps {
  readonly model: Resource;
  /** Absent on a list. */
  readonly record?: RaRecord;
}

/**
 * The action that the address of a detail or a list names (`?do=return`), begun over it: what links and the palette open. It is asked once more
 * whether the record still offers it, and an address alone changes nothing: what asks nothing by itself asks here.
 */
export function AddressedAction({ model, record }: AddressedActionProps) {
  const [search, setSearch] = useSearchParams();
  const canDo = useCanDo();
  const end = useCallback(
    () =>
      setSearch(
        (current) => {
          const next = new URLSearchParams(current);
          next.delete(ACTION_PARAMETER);
          return next;
        },
        { replace: true },
      ),
    [setSearch],
  );
  const named = search.get(ACTION_PARAMETER);
  const on = record ? 'row' : 'list';
  const action = model.actions.find((one) => one.on === on && one.name === named && canDo(model.name, one.name));
  if (!action) return null;
  const begun = (now?: RaRecord) => (
    <ActionButton model={model} action={{ ...action, confirm: true }} record={now} started onEnd={end} />
  );
  return (
    <Suspense key={action.name} fallback={null}>
      {record ? (
        <StillOffered model={model} action={action} record={record} onClose={end}>
          {begun}
        </StillOffered>
      ) : (
        begun()
      )}
    </Suspense>
  );
}
