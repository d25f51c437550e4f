import { useQuery } from '@tanstack/react-query';
import { ChoiceSelect, type FormInputProps, Labelled, madeOf } from 'forecourt/admin';
import { useRentalProvider } from '../provider.ts';

/** Tags as the server offers them (D-CHN-01), asked for once a session. */
export default function TagsInput(props: FormInputProps) {
  const provider = useRentalProvider();
  const { data = [] } = useQuery({
    queryKey: ['channels', 'tags'],
    meta: madeOf('tagSetting'),
    queryFn: async ({ signal }) => (await provider.call('GET', '/basics/tags', {}, { signal })).data,
    staleTime: Infinity,
    gcTime: Infinity,
    retry: false,
  });
  const name = (id: string): string => data.find((tag) => String(tag.id) === id)?.name ?? '';
  return (
    <Labelled {...props} group>
      {(bound) => (
        <ChoiceSelect
          bound={bound}
          choices={data.map((tag) => ({ text: String(tag.id), label: tag.name }))}
          value={Array.isArray(bound.value) ? (bound.value as number[]).map(String) : []}
          onChange={(ids) => bound.onChange(ids.map(Number))}
          shown={(ids) => ids.map(name).join(', ')}
        />
      )}
    </Labelled>
  );
}
