import { Box, Link } from '@mui/material';
import { Link as LinkBase, useGetList, useTranslate } from 'react-admin';
import type { Order } from '../../../../schemas/types.generated.ts';
import { useCan } from 'forecourt/admin';
import { ORDER } from '../../rules/index.ts';
import { useBookingForm } from './BookingContext.ts';
import { TextEntry } from './fields.tsx';

const READS = ['orderNo', 'channelOrderNo'] as const;
type Other = Pick<Order, 'id' | (typeof READS)[number]>;

/** More than the numbers that begin alike. */
const LOOKED_AT = 20;

/** The live order that has this number of the channel already, where the reader may open it. */
function useOtherOfNumber(): Other | undefined {
  const { draft, order, errorOf } = useBookingForm();
  const mayOpen = useCan('order-detail');
  const mayList = useCan('order-list');
  const number = draft.channelOrderNo.trim();
  const { data = [] } = useGetList<Other>(
    'order',
    {
      filter: { channel: draft.channel, channelOrderNo: number, status: [ORDER.approved, ORDER.pickedUp] },
      pagination: { page: 1, perPage: LOOKED_AT },
      meta: { fields: READS },
    },
    { enabled: mayOpen && mayList && number !== '' && errorOf('channelOrderNo') !== undefined, retry: false },
  );
  return data.find((one) => one.id !== order?.id && one.channelOrderNo?.toLowerCase() === number.toLowerCase());
}

/** The channel's number of the order; where another order has it, with the way there (D-ORD-33). */
export function ChannelNumberEntry() {
  const translate = useTranslate();
  const other = useOtherOfNumber();
  return (
    <Box sx={{ minWidth: 0 }}>
      <TextEntry name="channelOrderNo" optional maxLength={50} />
      {other && (
        <Link component={LinkBase} to={`/order/detail/${other.id}`} target="_blank" sx={{ fontSize: 13 }}>
          {translate('rental.booking.openOther', { orderNo: other.orderNo })}
        </Link>
      )}
    </Box>
  );
}
