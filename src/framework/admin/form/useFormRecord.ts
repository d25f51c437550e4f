import { useGetOne, type RaRecord } from 'react-admin';

export interface FormRecord {
  readonly record?: RaRecord;
  readonly loading: boolean;
  readonly error?: Error;
  retry(): void;
}

/** The record a form changes, always as the server has it now; nothing for a new one. */
export function useFormRecord(resource: string, id: number | undefined): FormRecord {
  const { data, isPending, error, refetch } = useGetOne(
    resource,
    { id: id ?? 0 },
    { enabled: id !== undefined, staleTime: 0, refetchOnWindowFocus: false, retry: false },
  );
  return {
    record: data,
    loading: id !== undefined && isPending,
    error: error ?? undefined,
    retry: () => void refetch(),
  };
}
