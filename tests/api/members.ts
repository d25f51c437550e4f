import { sql } from 'kysely';
import type { MemberParts, MergePreview } from '../../src/rental/calls/index.ts';
import type { Answer, Client } from './app.ts';
import type { BackOffice } from './backOffice.ts';
import { accepted, book } from './rental.ts';
import { upload } from './upload.ts';

interface Member extends MemberParts {
  readonly id: number;
  readonly name: string;
  readonly phone: string;
  readonly idNo: string;
  readonly email: string;
  readonly remark: string;
  readonly status: number;
  readonly blacklisted: number;
  readonly mergedIntoId: number | null;
  readonly mergedIntoName: string;
  readonly updateTime: string;
}
export const renterOf = ({ phone, idNo }: { phone: string; idNo: string }, name = 'Somebody') => ({
  ...{ renterName: name, renterCountryCode: '+66', renterPhone: phone, renterIdType: 2, renterIdNo: idNo },
  // One person books the same trip several times here.
  confirmed: 1,
});

/** Members to be merged, each a person of his own, and what is done with two of them. */
export function membersOf(office: BackOffice) {
  const read = async (id: number): Promise<Member> => accepted(await office.ops.get<Member>(`/member/info/${id}`)).data;

  let people = 0;
  /** A member of his own; every number is another. */
  async function person(values: Record<string, unknown> = {}): Promise<{ id: number; phone: string; idNo: string }> {
    const number = String(++people).padStart(4, '0');
    const own = { phone: `81${number}000`, idNo: `AB${number}`, ...values } as { phone: string; idNo: string };
    const id = await office.save('/member/save', {
      ...{ name: `Person ${number}`, countryCode: '+66', email: `p${number}@example.com`, idType: 2, status: 1 },
      ...own,
    });
    return { id, ...own };
  }
  const bookFor = (one: { phone: string; idNo: string }): Promise<number> => book(office.ops, renterOf(one));
  const ownerOf = async (orderId: number): Promise<unknown> => (await office.rowOf('order', orderId))['memberId'];

  const merge = (survivorId: number, mergedId: number, more: Record<string, unknown> = {}, by: Client = office.ops) =>
    by.post<{ id: number }>('/member/merge/save', { survivorId, mergedId, ...more });
  const merged = async (survivorId: number, mergedId: number, more: Record<string, unknown> = {}): Promise<number> =>
    accepted(await merge(survivorId, mergedId, more)).data.id;
  const undo = (id: number): Promise<Answer> => office.ops.post('/member/merge/undo', { id });
  const preview = async (survivorId: number, mergedId: number, by: Client = office.ops): Promise<MergePreview> =>
    accepted(await by.get<MergePreview>('/member/merge/preview', { survivorId, mergedId })).data;
  const document = async (memberId: number, type: number, more: Record<string, unknown> = {}): Promise<number> =>
    accepted(
      await office.ops.post<{ id: number }>('/member/document/save', {
        ...{ memberId, type, url: await upload(office.ops) },
        ...more,
      }),
    ).data.id;
  const listed = async (filter: Record<string, unknown>): Promise<number[]> =>
    accepted(
      await office.ops.get<{ list: { id: number }[] }>('/member/list', { pageSize: 100, ...filter }),
    ).data.list.map(({ id }) => id);

  /** All rows of a member's table without what every write changes. */
  async function snapshot(...ids: number[]): Promise<unknown> {
    const rows = [];
    for (const id of ids) {
      const { updateTime: _, ...row } = await office.rowOf('member', id);
      rows.push(row);
    }
    const { rows: documents } = await sql`
      select id, "memberId", type, aside, status from document where "memberId" = any(${ids}::bigint[]) order by id
    `.execute(office.app.db);
    const { rows: orders } =
      await sql`select id, "memberId" from "order" where "memberId" = any(${ids}::bigint[]) order by id`.execute(
        office.app.db,
      );
    const { rows: messages } =
      await sql`select id, "memberId" from outbox where "memberId" = any(${ids}::bigint[]) order by id`.execute(
        office.app.db,
      );
    return { rows, documents, orders, messages };
  }

  /** What the form of a member sends back. */
  async function edit(id: number): Promise<Record<string, unknown>> {
    const { countryCode, name, phone, email, idType, idNo, status, remark, updateTime } = (await read(
      id,
    )) as unknown as Record<string, unknown>;
    return { id, countryCode, name, phone, email, idType, idNo, status, remark, updateTime };
  }

  return { read, person, bookFor, ownerOf, merge, merged, undo, preview, document, listed, snapshot, edit };
}
