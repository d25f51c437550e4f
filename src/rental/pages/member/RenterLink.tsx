import { useCreatePath } from 'react-admin';
import { RecordLink, useCanDo } from 'forecourt/admin';

interface RenterLinkProps {
  readonly record: { readonly renterName?: unknown; readonly memberId?: unknown };
  readonly value?: unknown;
}

/** Who rents, as the order says it, and the way to the member for who may see members. */
export function RenterLink({ record, value = record.renterName }: RenterLinkProps) {
  const canDo = useCanDo();
  const createPath = useCreatePath();
  const { memberId } = record;
  const name = String(value ?? '');
  if (typeof memberId !== 'number' || !canDo('member', 'show')) return <>{name || '–'}</>;
  return <RecordLink to={createPath({ resource: 'member', type: 'show', id: memberId })}>{name}</RecordLink>;
}
