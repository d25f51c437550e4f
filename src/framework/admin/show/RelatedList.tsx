import { Alert, Box, Skeleton, Table, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material';
import { Link, useCreatePath, useGetManyReference, useTranslate, type Identifier } from 'react-admin';
import { useCanDo, useResourceModel } from '../model/runtime.tsx';
import { fieldNamed, FieldValue } from '../values/FieldValue.tsx';
import { kindOf } from '../values/kinds.ts';
import { useLabels } from '../values/labels.ts';

/** The newest rows of another resource that point at this record; the whole list is one click away. */
const ROWS = 10;

/** Rows of `resource` whose `field` is this record. Nothing for those who may not see that list. */
export function RelatedList({ resource, field, id }: { resource: string; field: string; id: Identifier }) {
  const canDo = useCanDo();
  return canDo(resource, 'list') ? <RelatedRows resource={resource} field={field} id={id} /> : null;
}

function RelatedRows({ resource, field, id }: { resource: string; field: string; id: Identifier }) {
  const model = useResourceModel(resource);
  const labels = useLabels(resource);
  const translate = useTranslate();
  const canDo = useCanDo();
  const createPath = useCreatePath();
  const [sortField, order] = model.list.sort;
  const { data, total, isPending, error } = useGetManyReference(resource, {
    target: field,
    id,
    pagination: { page: 1, perPage: ROWS },
    sort: { field: sortField, order: order === 'desc' ? 'DESC' : 'ASC' },
    filter: {},
  });
  const columns = model.list.columns.filter((name) => name !== field);
  const open = model.route.show !== undefined && canDo(resource, 'show');
  return (
    <Box component="section" aria-label={labels.many} sx={{ minWidth: 0 }}>
      <Typography component="h2" sx={{ fontSize: 15, fontWeight: 600, mb: 1 }}>
        {labels.many}{' '}
        {total !== undefined && (
          <Typography component="span" color="text.secondary">
            {total}
          </Typography>
        )}
      </Typography>
      {isPending && !error && <Skeleton variant="rounded" height={80} />}
      {error && <Alert severity="error">{translate(error.message, { _: error.message })}</Alert>}
      {data?.length === 0 && <Typography color="text.secondary">{translate('admin.list.none')}</Typography>}
      {data && data.length > 0 && (
        <Box sx={{ overflowX: 'auto', border: 1, borderColor: 'divider', borderRadius: 1 }}>
          <Table size="small">
            <TableHead>
              <TableRow>
                {columns.map((name) => (
                  <TableCell key={name} align={kindOf(fieldNamed(model, name)).align} sx={{ whiteSpace: 'nowrap' }}>
                    {labels.field(name)}
                  </TableCell>
                ))}
              </TableRow>
            </TableHead>
            <TableBody>
              {data.map((record) => (
                <TableRow key={record.id}>
                  {columns.map((name, index) => {
                    const value = <FieldValue model={model} name={name} record={record} />;
                    return (
                      <TableCell key={name} align={kindOf(fieldNamed(model, name)).align}>
                        {index === 0 && open ? (
                          <Link to={createPath({ resource, type: 'show', id: record.id })}>{value}</Link>
                        ) : (
                          value
                        )}
                      </TableCell>
                    );
                  })}
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </Box>
      )}
    </Box>
  );
}
