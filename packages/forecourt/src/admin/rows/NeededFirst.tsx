import { Box, Button } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { Link, useDataProvider, useTranslate } from 'react-admin';
import type { Resource } from '../../model/index.ts';
import { routeTitle } from '../model/documentedUrls.ts';
import { useAdminRuntime, useCanDo } from '../runtime/runtime.tsx';
import { labelsOf, useTexts } from '../values/labels.ts';

const ONE_ROW = { pagination: { page: 1, perPage: 1 }, sort: { field: 'id', order: 'ASC' } } as const;

/** What must be there before the first record can be made: the empty lists that a required relation of it chooses from. */
export function NeededFirst({ model }: { model: Resource }) {
  useTexts('admin.nextStep');
  useTexts('resources.name');
  const translate = useTranslate();
  const provider = useDataProvider();
  const canDo = useCanDo();
  const { entries } = useAdminRuntime().model;
  const related = model.entity.fields.flatMap(({ ref, required }) => (ref && required ? [ref.resource] : []));
  const needed = [...new Set(related)].filter(
    (name) => name !== model.name && entries.get(name)?.route.list && canDo(name, 'list'),
  );
  const { data: missing = [] } = useQuery({
    queryKey: ['needed first', needed],
    queryFn: async ({ signal }) => {
      const pages = await Promise.all(needed.map((name) => provider.getList(name, { ...ONE_ROW, filter: {}, signal })));
      return needed.filter((_, at) => pages[at]!.total === 0);
    },
    enabled: needed.length > 0,
    staleTime: 0,
    retry: false,
  });
  if (missing.length === 0) return null;
  return (
    <Box sx={{ mb: 2 }}>
      {translate('admin.nextStep.first')}
      {missing.map((name) => {
        const list = entries.get(name)!.route.list!;
        return (
          <Button key={name} size="small" component={Link} to={list}>
            {translate(routeTitle(list), { _: labelsOf(translate, name).many })}
          </Button>
        );
      })}
    </Box>
  );
}
