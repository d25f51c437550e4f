import { Box, Link as MuiLink } from '@mui/material';
import { Link, useTranslate } from 'react-admin';
import type { Order } from '../../../../schemas/types.generated.ts';
import { DEFAULT_TIME_ZONE, ORDER } from '../../rules/index.ts';

type StripOrder = Pick<Order, 'id' | 'renterName' | 'status' | 'plannedPickupTime' | 'plannedReturnTime'>;

const DAYS = 14;
const DAY_MS = 86_400_000;

/** A wall-clock time as a number; all of a strip are of one clock, so that only their differences count. */
const wall = (time: string): number => Date.parse(`${time.slice(0, 19).replace(' ', 'T')}Z`);

const today = (): number =>
  Date.parse(new Intl.DateTimeFormat('en-CA', { timeZone: DEFAULT_TIME_ZONE }).format(new Date()));

/** Share of the strip, in percent; what lies outside of it is cut. */
const share = (time: number, from: number): number =>
  Math.min(Math.max(((time - from) / (DAYS * DAY_MS)) * 100, 0), 100);

/** The next 14 days of a car: a bar for each order, which leads to it. A car that is late is drawn until now. */
export function VehicleStrip({ orders }: { readonly orders: readonly StripOrder[] }) {
  const translate = useTranslate();
  const from = today();
  const bars = orders.flatMap((order) => {
    const end = wall(order.plannedReturnTime);
    const until = order.status === ORDER.pickedUp ? Math.max(end, from + DAY_MS / 2) : end;
    const [left, right] = [share(wall(order.plannedPickupTime), from), share(until, from)];
    return right > left ? [{ order, left, width: right - left }] : [];
  });
  return (
    <Box
      component="section"
      aria-label={translate('rental.vehicle.now.days')}
      sx={{ width: '100%', border: 1, borderColor: 'divider', borderRadius: 1, overflow: 'hidden' }}
    >
      <Box sx={{ display: 'grid', gridTemplateColumns: `repeat(${DAYS}, 1fr)`, fontSize: 12, color: 'text.secondary' }}>
        {Array.from({ length: DAYS }, (_, day) => (
          <Box
            key={day}
            sx={{
              textAlign: 'center',
              py: 0.25,
              fontVariantNumeric: 'tabular-nums',
              borderLeft: day ? 1 : 0,
              borderColor: 'divider',
            }}
          >
            {new Date(from + day * DAY_MS).getUTCDate()}
          </Box>
        ))}
      </Box>
      <Box sx={{ position: 'relative', height: 28, borderTop: 1, borderColor: 'divider' }}>
        {bars.map(({ order, left, width }) => {
          const tone = order.status === ORDER.pickedUp ? 'active' : 'waiting';
          const said = `${order.renterName} · ${order.plannedPickupTime.slice(5, 16)} – ${order.plannedReturnTime.slice(5, 16)}`;
          return (
            <MuiLink
              key={order.id}
              component={Link}
              to={`/order/detail/${order.id}`}
              aria-label={said}
              title={said}
              data-bar={tone}
              sx={{
                position: 'absolute',
                ...{
                  top: 2,
                  bottom: 2,
                  left: `${left}%`,
                  width: `${width}%`,
                  minWidth: 24,
                  px: 0.75,
                  borderRadius: 0.5,
                },
                ...{
                  fontSize: 12,
                  lineHeight: '24px',
                  overflow: 'hidden',
                  textOverflow: 'ellipsis',
                  whiteSpace: 'nowrap',
                },
                color: `var(--tone-${tone})`,
                bgcolor: `var(--tone-${tone}-soft)`,
              }}
            >
              {order.renterName}
            </MuiLink>
          );
        })}
      </Box>
    </Box>
  );
}
