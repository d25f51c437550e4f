import type { MouseEvent } from 'react';
import { Link as MuiLink } from '@mui/material';
import { Link, useCreatePath } from 'react-admin';
import { useCanDo } from '../../../framework/admin/index.ts';

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
  return (
    <MuiLink
      component={Link}
      to={createPath({ resource: 'member', type: 'show', id: memberId })}
      onClick={(event: MouseEvent) => event.stopPropagation()}
      sx={{ font: 'inherit' }}
    >
      {name}
    </MuiLink>
  );
}
