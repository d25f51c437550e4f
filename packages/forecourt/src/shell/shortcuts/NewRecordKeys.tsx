import { useNavigate } from 'react-router';
import { newRecordPath, useAdminRuntime, useCanDo, useShortcut } from '../../admin/index.ts';

interface NewRecordKeysProps {
  /** Whether nothing lies over the page. */
  readonly inSight: () => boolean;
}

function NewRecordKey({
  resource,
  letter,
  to,
  inSight,
}: NewRecordKeysProps & Record<'resource' | 'letter' | 'to', string>): null {
  const navigate = useNavigate();
  useShortcut({ keys: letter, label: 'admin.list.create', resource, run: () => void navigate(to), inSight });
  return null;
}

/** The keys that resources declare for a new record, as far as this user may make one. */
export function NewRecordKeys({ inSight }: NewRecordKeysProps) {
  const { model } = useAdminRuntime();
  const canDo = useCanDo();
  return [...model.entries.values()].map((entry) => {
    const { name, key } = entry;
    const to = key && canDo(name, 'list') && canDo(name, 'create') && newRecordPath(model.entries, entry);
    return key && to && <NewRecordKey key={name} resource={name} letter={key} to={to} inSight={inSight} />;
  });
}
