import {
  Alert,
  Box,
  Link as MuiLink,
  Skeleton,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  Typography,
  useMediaQuery,
  type Theme,
} from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { Link, useTranslate } from 'react-admin';
import { Fact, formatMoney, LoadProblem, madeOf, type ShowGroupProps, useTexts } from 'forecourt/admin';
import type { CarCostEntry, CarCosts } from '../../calls/index.ts';
import { useRentalProvider } from '../provider.ts';

const COLUMNS = [
  'purchase',
  'maintenance',
  'insurance',
  'inspection',
  'violation',
  'costs',
  'revenue',
  'result',
] as const;
const SUMMED: ReadonlySet<string> = new Set(['costs', 'result']);

const figures = { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' } as const;
const NOTHING = '–';

/** Where what an amount belongs to is looked at: on a page of its own, else as the list that finds it. */
const PAGES: Readonly<Partial<Record<CarCostEntry['kind'], (entry: CarCostEntry) => string>>> = {
  maintenance: ({ id }) => `/car/maintenanceinfo/detail/${id}`,
  violation: ({ id }) => `/car/violation/${id}`,
  revenue: ({ id }) => `/order/detail/${id}`,
};

type Texts = (name: string, args?: object) => string;

/** Sums by year and kind, and those of all years below. */
function Years({ costs: { years, total }, text }: { costs: CarCosts; text: Texts }) {
  const rows = [...years.map((sums) => ({ ...sums, last: false })), { ...total, year: text('total'), last: true }];
  return (
    <TableContainer tabIndex={0} role="region" aria-label={text('sums')}>
      <Table size="small">
        <TableHead>
          <TableRow>
            <TableCell>{text('year')}</TableCell>
            {COLUMNS.map((kind) => (
              <TableCell key={kind} align="right">
                {text(kind)}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((sums) => (
            <TableRow key={sums.year} sx={sums.last ? { '& > *': { fontWeight: 600, borderBottom: 0 } } : undefined}>
              <TableCell component="th" scope="row" sx={figures}>
                {sums.year || text('noDate')}
              </TableCell>
              {COLUMNS.map((kind) => (
                <TableCell key={kind} align="right" sx={{ ...figures, ...(SUMMED.has(kind) && { fontWeight: 600 }) }}>
                  {sums[kind] === 0 ? NOTHING : formatMoney(sums[kind])}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

function About({ entry }: { entry: CarCostEntry }) {
  const page = PAGES[entry.kind];
  const about = entry.about || `#${entry.id}`;
  return page ? (
    <MuiLink component={Link} to={page(entry)}>
      {about}
    </MuiLink>
  ) : (
    <>{about}</>
  );
}

/** Every amount by itself, newest first. A phone has room for three columns: what an amount is for stands below its kind. */
function Entries({ entries, text }: { entries: readonly CarCostEntry[]; text: Texts }) {
  const phone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  return (
    <TableContainer tabIndex={0} role="region" aria-label={text('entries')}>
      <Table size="small">
        <TableHead>
          <TableRow>
            <TableCell>{text('date')}</TableCell>
            <TableCell>{text('kind')}</TableCell>
            {!phone && <TableCell>{text('about')}</TableCell>}
            <TableCell align="right">{text('amount')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {entries.map((entry) => (
            <TableRow key={`${entry.kind} ${entry.id}`}>
              <TableCell sx={figures}>{entry.date || NOTHING}</TableCell>
              <TableCell sx={{ overflowWrap: 'anywhere' }}>
                {text(entry.kind)}
                {phone && (
                  <div>
                    <About entry={entry} />
                  </div>
                )}
              </TableCell>
              {!phone && (
                <TableCell sx={{ overflowWrap: 'anywhere', minWidth: 140 }}>
                  <About entry={entry} />
                </TableCell>
              )}
              <TableCell align="right" sx={figures}>
                {formatMoney(entry.amount)}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

/** What a car cost and brought in: by year and kind, for one kilometre and one day, and every amount by itself. */
export default function VehicleCosts({ record }: ShowGroupProps) {
  useTexts('rental.vehicle');
  const translate = useTranslate();
  const provider = useRentalProvider();
  const id = Number(record.id);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['vehicle', 'costs', id],
    meta: madeOf('maintenance', 'insurance', 'annualInspection', 'order'),
    queryFn: async ({ signal }) => (await provider.call('GET', '/car/costs/{id}', { id }, { signal })).data,
    retry: false,
  });
  const text: Texts = (name, args) => translate(`rental.vehicle.costs.${name}`, args);
  if (error) return <LoadProblem error={error} onRetry={() => void refetch()} busy={isFetching} />;
  if (!data) return <Skeleton variant="rounded" height={160} />;
  const money = (amount: number | null): string => (amount === null ? NOTHING : formatMoney(amount));
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {data.hidden.length > 0 && (
        <Alert severity="info">{text('hidden', { kinds: data.hidden.map((kind) => text(kind)).join(', ') })}</Alert>
      )}
      {data.entries.length === 0 ? (
        <Typography color="text.secondary">{text('none')}</Typography>
      ) : (
        <>
          <Box
            component="dl"
            sx={{ m: 0, display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr 1fr', md: 'repeat(5, 1fr)' } }}
          >
            {(['costs', 'revenue', 'result'] as const).map((kind) => (
              <Fact key={kind} label={text(kind)}>
                <Box component="span" sx={{ ...figures, fontSize: 16, fontWeight: 600 }}>
                  {money(data.total[kind])}
                </Box>
              </Fact>
            ))}
            <Fact label={text('perKm')}>{money(data.perKm)}</Fact>
            <Fact label={text('perDay')}>{money(data.perDay)}</Fact>
          </Box>
          <Typography sx={{ fontSize: 13, color: 'text.secondary' }}>{text('lead')}</Typography>
          <Years costs={data} text={text} />
          <Typography component="h3" sx={{ fontSize: 14, fontWeight: 600 }}>
            {text('entries')}
          </Typography>
          <Entries entries={data.entries} text={text} />
        </>
      )}
    </Box>
  );
}
