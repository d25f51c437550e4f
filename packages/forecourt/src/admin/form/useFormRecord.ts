import { useGetOne, type RaRecord } from 'react-admin';
import { useAskedInDialog } from '../page/PageQueries.tsx';

interface FormRecord {
  readonly record?: RaRecord;
  readonly loading: boolean;
  readonly error?: Error;
  retry(): void;
}

/**
 * The record of a form or detail, always as the server has it now, also when its page comes to the front again; nothing for a new one.
 * `inDialog`: what is shown is the dialog itself, not the page behind one.
 */
export function useFormRecord(resource: string, id: number | undefined, { inDialog = false } = {}): FormRecord {
  const refetchOnWindowFocus = useAskedInDialog();
  const { data, isPending, error, refetch } = useGetOne(
    resource,
    { id: id ?? 0 },
    { enabled: id !== undefined, staleTime: 0, retry: false, ...(inDialog && { refetchOnWindowFocus }) },
  );
  return {
    record: data,
    loading: id !== undefined && isPending,
    error: error ?? undefined,
    retry: () => void refetch(),
  };
}
