import { createHash, randomUUID } from 'node:crypto';
import type { ChannelAnswer } from '../../src/rental/calls/index.ts';
import type { Answer } from './app.ts';
import { oldHeaders, signedHeaders } from '../signing.ts';
import { accepted, RENTAL, type RentalApp } from './rental.ts';

export const SECRET = 'a secret of the simulator';

/** What happens at a channel, in no dialect; what is left out is as usual. */
export interface Happening {
  readonly kind: 'create' | 'change' | 'cancel';
  readonly orderNo: string;
  readonly messageId?: string;
  readonly version?: number;
  readonly pickup?: string;
  readonly returned?: string;
  readonly storeId?: number;
  readonly subModelId?: number;
  readonly phone?: string;
  /** null: the channel does not know it. */
  readonly idNo?: string | null;
  readonly flash?: boolean;
  readonly total?: number;
  readonly prepaid?: boolean;
  /** Which deposits are waived, as Fliggy says it. */
  readonly credit?: 0 | 1 | 2 | 3;
  readonly reason?: string;
}

interface Sending {
  readonly secret?: string;
  /** Seconds between the clock of the sender and ours. */
  readonly late?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Another body than the one that was signed. */
  readonly forged?: string;
  /** Signed as before version 2. */
  readonly old?: boolean;
  /** Another address than the signed one. */
  readonly to?: string;
}

export interface Simulator {
  readonly code: 2 | 3;
  readonly path: string;
  /** The message as the channel writes it. */
  write(happening: Happening): Record<string, unknown>;
  send(happening: Happening, sending?: Sending): Promise<Answer<ChannelAnswer>>;
}

/** The renter of an order, the same in every message, where nothing else is said. */
function renterOf({ orderNo, phone, idNo }: Happening) {
  const digits = String((createHash('sha256').update(orderNo).digest().readUInt32BE() % 90_000_000) + 10_000_000);
  return { name: 'Li Ming', phone: phone ?? `139${digits}`, idNo: idNo === undefined ? `E${digits}` : idNo };
}

const trip = (happening: Happening) => ({
  store: happening.storeId ?? RENTAL.phuket,
  model: happening.subModelId ?? RENTAL.yaris,
  pickup: happening.pickup ?? '2027-03-01 10:00:00',
  returned: happening.returned ?? '2027-03-04 10:00:00',
});

function fliggyMessage(happening: Happening): Record<string, unknown> {
  const { kind, orderNo, messageId, version, reason, total, prepaid, credit } = happening;
  const { store, model, pickup, returned } = trip(happening);
  const { idNo, ...driver } = renterOf(happening);
  return {
    msgId: messageId ?? randomUUID(),
    type: { create: 'ORDER_CREATE', change: 'ORDER_MODIFY', cancel: 'ORDER_CANCEL' }[kind],
    orderId: orderNo,
    gmtCreate: 'what we do not read',
    ...(version !== undefined && { version }),
    ...(reason !== undefined && { reason }),
    ...(kind !== 'cancel' && {
      trip: {
        ...{ pickupStoreId: store, returnStoreId: store, modelId: model, pickupTime: pickup, returnTime: returned },
        ...(credit !== undefined && { isAlipayCredit: credit }),
      },
      ...(total !== undefined && { amount: { total, ...(prepaid !== undefined && { prepaid }) } }),
    }),
    ...(kind === 'create' && { driver: { ...driver, ...(idNo !== null && { idNo, idType: 2 }) } }),
  };
}

function zuzucheMessage(happening: Happening): Record<string, unknown> {
  const { kind, orderNo, messageId, version, reason, total, prepaid, flash } = happening;
  const { store, model, pickup, returned } = trip(happening);
  const { name, phone, idNo } = renterOf(happening);
  return {
    notify_id: messageId ?? randomUUID(),
    event: { create: 'order.created', change: 'order.changed', cancel: 'order.cancelled' }[kind],
    order_no: orderNo,
    sent_by: 'what we do not read',
    ...(version !== undefined && { revision: version }),
    ...(reason !== undefined && { note: reason }),
    ...(kind !== 'cancel' && {
      pickup_store: store,
      return_store: store,
      vehicle_model: model,
      pickup_time: pickup,
      return_time: returned,
      flash_rent: flash ?? false,
      ...(total !== undefined && { total_thb: total, paid_online: prepaid ?? false }),
    }),
    ...(kind === 'create' && {
      driver_name: name,
      driver_mobile: phone,
      driver_id_type: 2,
      driver_id_no: idNo ?? '',
    }),
  };
}

function simulate(app: RentalApp, code: 2 | 3, name: string, write: Simulator['write']): Simulator {
  const path = `/channels/inbound/${name}`;
  return {
    code,
    path,
    write,
    async send(happening, { secret = SECRET, late = 0, headers = {}, forged, old = false, to } = {}) {
      const body = JSON.stringify(write(happening));
      const time = Math.floor(app.now() / 1000) - late;
      const url = `/api${path}`;
      const signed = old ? oldHeaders({ secret, body, time }) : signedHeaders({ secret, path: url, body, time });
      return app.nobody.inject({
        method: 'POST',
        url: to ?? url,
        payload: forged ?? body,
        headers: { ...signed, ...headers },
      }) as Promise<Answer<unknown>> as Promise<Answer<ChannelAnswer>>;
    },
  };
}

/** Both channels, set up in the product. */
export async function startChannels(
  app: RentalApp,
): Promise<{ readonly fliggy: Simulator; readonly zuzuche: Simulator }> {
  const ops = await app.as('ops');
  for (const channel of [2, 3])
    accepted(
      await ops.post('/channels/setting/save', {
        channel,
        enabled: 1,
        secret: SECRET,
        tolerancePercent: 5,
        stockDays: 0,
      }),
    );
  return {
    fliggy: simulate(app, 2, 'fliggy', fliggyMessage),
    zuzuche: simulate(app, 3, 'zuzuche', zuzucheMessage),
  };
}
