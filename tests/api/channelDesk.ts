import { sql } from 'kysely';
import { beforeAll } from 'vitest';
import type { BackOffice } from './backOffice.ts';
import { startChannels, type Simulator } from './channelSimulator.ts';
import { accepted } from './rental.ts';

/** Both channels beside an office, and what it keeps of what they send. */
export function channelsOf(office: BackOffice) {
  const channels = {} as { readonly fliggy: Simulator; readonly zuzuche: Simulator };
  beforeAll(async () => void Object.assign(channels, await startChannels(office.app)));

  const ordersOf = async (channelOrderNo: string) =>
    (
      await sql<{
        id: number;
        memberId: number;
        orderNo: string;
        channel: number;
        status: number;
        total: number;
        paid: number;
        plannedReturnTime: Date;
      }>`select * from "order" where "channelOrderNo" = ${channelOrderNo}`.execute(office.app.db)
    ).rows;
  const settingOf = async (channel: number): Promise<number> => {
    const { data } = accepted(
      await office.ops.get<{ list: { id: number; channel: number }[] }>('/channels/setting/list'),
    );
    return data.list.find((setting) => setting.channel === channel)!.id;
  };
  const messagesOf = async (channelOrderNo: string) =>
    (
      await sql<Record<string, unknown>>`
        select * from "channelMessage" where "channelOrderNo" = ${channelOrderNo} order by id
      `.execute(office.app.db)
    ).rows;
  return { channels, ordersOf, settingOf, messagesOf };
}
