import { lazy, Suspense } from 'react';
import { Box, TablePagination } from '@mui/material';
import { useListContext, useTranslate } from 'react-admin';
import { formatNumber } from '../values/format.ts';
import { useSecondFrame } from '../page/useSecondFrame.ts';
import { useCountText } from '../rows/countText.ts';

const PageJump = lazy(() => import('./PageJump.tsx'));

/** At most 100: beyond that a key press takes longer than a blink. */
const PAGE_SIZES = [10, 20, 50, 100];

/** From so many pages on one of them is gone to by its number. */
const MANY = 6;

/** Of MUI's pagination, pixels: so much stands free until it comes. */
const HEIGHT = 52;

/** Page and page size. A count that the server cut off reads "10,000+". */
export function ListPages() {
  const { page, perPage, total = 0, setPage, setPerPage } = useListContext();
  const translate = useTranslate();
  const count = useCountText();
  if (!useSecondFrame()) return <Box sx={{ height: HEIGHT }} />;
  const pages = Math.ceil(total / perPage);
  const arrows = (
    <TablePagination
      component="div"
      count={total}
      page={Math.min(page - 1, Math.max(0, Math.ceil(total / perPage) - 1))}
      rowsPerPage={perPage}
      rowsPerPageOptions={PAGE_SIZES}
      onPageChange={(_event, next) => setPage(next + 1)}
      onRowsPerPageChange={(event) => setPerPage(Number(event.target.value))}
      labelRowsPerPage={translate('ra.navigation.page_rows_per_page')}
      labelDisplayedRows={({ from, to }) =>
        translate('admin.list.range', { from: formatNumber(from), to: formatNumber(to), count })
      }
      getItemAriaLabel={(type) =>
        translate(`ra.navigation.${type === 'previous' ? 'previous' : type === 'next' ? 'next' : type}`)
      }
      slotProps={{ select: { inputProps: { 'aria-label': translate('ra.navigation.page_rows_per_page') } } }}
    />
  );
  if (pages < MANY) return arrows;
  return (
    <Box sx={{ display: 'flex', justifyContent: 'flex-end', alignItems: 'center' }}>
      {arrows}
      <Suspense>
        <PageJump pages={pages} onGo={setPage} />
      </Suspense>
    </Box>
  );
}
