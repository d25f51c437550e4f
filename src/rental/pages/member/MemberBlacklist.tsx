import { useGetOne } from 'react-admin';
import { LazyFormDialog, type ActionProps } from 'forecourt/admin';

/** A new entry of the blacklist that begins with the member's phone and ID number. */
export default function MemberBlacklist({ model, record, onEnd }: ActionProps<unknown>) {
  // Lists mask both; who may see the member sees the whole of them, and a masked number would stop nobody.
  const { data, isPending } = useGetOne(model.name, { id: record?.id ?? 0 }, { enabled: !!record, retry: false });
  if (isPending) return null;
  const plain = (value: unknown): string => (typeof value === 'string' && !value.includes('*') ? value : '');
  const known = { phone: plain(data?.['phone']), idNo: plain(data?.['idNo']) };
  return <LazyFormDialog resource="blacklist" known={known} onClose={() => onEnd?.()} />;
}
