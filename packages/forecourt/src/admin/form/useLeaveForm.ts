import { useCreatePath, useNavigate, type Identifier } from 'react-admin';
import { useResourceEntry } from '../runtime/runtime.tsx';

/**
 * Where a form leads when it is done or given up: the record's detail when it has one, else the list. It gives its place to that page: its
 * tab, and its entry in the history, would only offer what was saved a second time.
 */
export function useLeaveForm(resource: string): (id?: Identifier) => void {
  const entry = useResourceEntry(resource);
  const createPath = useCreatePath();
  const navigate = useNavigate();
  return (id) =>
    navigate(
      createPath(id !== undefined && entry.route.show ? { resource, type: 'show', id } : { resource, type: 'list' }),
      { replace: true },
    );
}
