import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import { CodeSearch } from '../controls/CodeSearch.tsx';
import { Labelled, searching, type FormInputProps } from '../inputs/index.ts';
import type { AdminDataProvider } from '../providers/dataProvider.ts';
import { useModuleLabel } from './logValues.tsx';

/** One of the resources whose changes can be told, by its name on the screen. */
export default function HeardResourceInput(props: FormInputProps) {
  const provider = useDataProvider<AdminDataProvider>();
  const labelOf = useModuleLabel();
  const { data, isPending } = useQuery({
    queryKey: ['webhook', 'resources'],
    queryFn: async ({ signal }) =>
      (await provider.call<readonly string[]>('GET', '/system/webhook/resources', {}, { signal })).data,
    staleTime: Infinity,
    retry: false,
  });
  // What stands there has its name before the others come.
  const stored = (value: unknown): readonly string[] => (typeof value === 'string' && value ? [value] : []);
  return (
    <Labelled {...props}>
      {(bound) => (
        <CodeSearch
          {...searching(bound)}
          choices={(data ?? stored(bound.value))
            .map((name) => ({ code: name, text: name, label: labelOf(name) }))
            .sort((one, other) => one.label.localeCompare(other.label))}
          settled={!isPending}
          value={bound.value}
          onChange={bound.onChange}
        />
      )}
    </Labelled>
  );
}
