import type { Row } from 'forecourt/server';
import { HOUR, MEMBER, MEMBER_MERGE } from '../../../rules/index.ts';

/** Members of whom there are two: entered a second time by somebody in a hurry, the last of them found and merged already. */
export function twins(
  people: readonly Row[],
  now: number,
): { readonly member: Row[]; readonly memberMerge: Row[]; readonly dataRequest: Row[] } {
  const entered = [
    { index: 3, phone: (one: Row) => `${String(one['phone']).slice(0, 3)} ${String(one['phone']).slice(3)}` },
    { index: 17, phone: (one: Row) => `${String(one['countryCode'])}${String(one['phone'])}` },
    { index: 42, phone: (one: Row) => `0${String(one['phone'])}` },
  ];
  const member = entered.map(({ index, phone }, at): Row => {
    const one = people[index]!;
    const createTime = new Date(now - (30 - at * 8) * HOUR).toISOString();
    return { ...one, id: people.length + 1 + at, phone: phone(one), idType: 2, idNo: `E${at}${String(one['idNo']).slice(-7)}`, createTime, updateTime: createTime }; // prettier-ignore
  });
  const [last, survivorId] = [member.at(-1)!, people[entered.at(-1)!.index]!['id']];
  const time = new Date(now - 2 * HOUR).toISOString();
  Object.assign(last, { mergedIntoId: survivorId, status: MEMBER.merged, updateTime: time });
  const before = { status: MEMBER.normal, mergedIntoId: null };
  const after = { status: MEMBER.merged, mergedIntoId: survivorId };
  const undo = { moved: [], setAside: [], left: [], blacklist: [], survivor: { before: {}, after: {} }, merged: { before, after } }; // prettier-ignore
  return {
    member,
    dataRequest: [{ id: 1, memberId: survivorId, kind: 'export', createTime: time, updateTime: time }],
    memberMerge: [
      {
        ...{ id: 1, survivorId, mergedId: last['id'], status: MEMBER_MERGE.merged, undo },
        ...{ orders: 0, coupons: 0, documents: 0, messages: 0, createTime: time, updateTime: time },
      },
    ],
  };
}
