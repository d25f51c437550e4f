import { Link } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { LinkBase, useCreatePath } from 'react-admin';
import { useAdminRuntime } from '../runtime/runtime.tsx';

/** How records are numbered: a letter, and at least eight digits (`R26112000001`). The group keeps it when a text is split. */
const NUMBER = /\b([A-Z]\d{8,})\b/;

interface Found {
  readonly records: readonly {
    readonly resource: string;
    readonly hits: readonly { readonly id: number; readonly title: string }[];
  }[];
}

/** A number with the way to its record, as soon as the search has found one that the reader may open. */
function NumberLink({ number }: { number: string }) {
  const { http, model } = useAdminRuntime();
  const createPath = useCreatePath();
  const { data } = useQuery({
    queryKey: ['numbered', number],
    queryFn: async ({ signal }) => (await http<Found>('/search', { query: { q: number }, signal })).data,
    staleTime: Infinity,
    retry: false,
  });
  const found = data?.records
    .filter(({ resource }) => model.entries.get(resource)?.route.show)
    .flatMap(({ resource, hits }) =>
      // The whole number: another one may begin with it.
      hits.filter(({ title }) => title.split(NUMBER).includes(number)).map(({ id }) => ({ resource, id })),
    )
    .at(0);
  if (!found) return number;
  return (
    <Link component={LinkBase} to={createPath({ ...found, type: 'show' })} color="inherit" underline="always">
      {number}
    </Link>
  );
}

/**
 * Shows a text of the server. The number of a record in it, a letter and at least eight digits, becomes a link to that record.
 *
 * @example const Refused = () => <LinkedText text="Order R26112000001 has this car" />;
 */
export function LinkedText({ text }: { text: string }) {
  // Every second part is a number.
  return text.split(NUMBER).map((part, at) => (at % 2 === 1 ? <NumberLink key={at} number={part} /> : part));
}
