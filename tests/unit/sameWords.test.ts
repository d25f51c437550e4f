import { expect, test } from 'vitest';
import en from '../../i18n/en-US.json';
import th from '../../i18n/th-TH.json';
import zh from '../../i18n/zh-CN.json';
import { textsOf } from '../../packages/forecourt/cli/check/labels.ts';

type Words = readonly [en: string, zh: string, th: string];

const CATALOGUES = [textsOf(en), textsOf(zh), textsOf(th)] as const;

/** Words of states that screens, figures, saved filters and reports say outside code tables. Those: stateWords.test.ts. */
const STATES: readonly Words[] = [
  ['Awaiting pickup', '待取车', 'รอรับรถ'],
  ['In use', '用车中', 'กำลังใช้งาน'],
  ['Returned', '已还车', 'คืนรถแล้ว'],
  ['Cancelled', '已取消', 'ยกเลิกแล้ว'],
  ['Unpaid', '未支付', 'ยังไม่ชำระ'],
  ['Overdue', '已逾期', 'เกินกำหนด'],
  ['Awaiting approval', '待审核', 'รออนุมัติ'],
  ['Approved', '审核通过', 'อนุมัติแล้ว'],
  ['Rented', '已出租', 'ให้เช่าอยู่'],
  ['No car yet', '未排车', 'ยังไม่จัดรถ'],
];

/** Texts that share a word with a state in one language only, and mean something else. */
const ELSE: readonly RegExp[] = [
  // Thai says void, released and cancelled by one verb.
  /^resources\.(orderFee|orderTask)\.fields\.voided$|^resources\.preauth\.fields\.released$/u,
  // A whole sentence, and a span of time to filter by.
  /^rental\.storage\.refusal\.state\.cancelled$|^resources\.vehicle\.filters\.rentedTime$/u,
];

const small = (text: string | undefined): string => (text ?? '').toLowerCase();
const told = (key: string): readonly string[] => CATALOGUES.map((texts) => texts.get(key) ?? '');
const lower = (words: readonly string[]): string => words.map(small).join(' | ');

test('what says a state by its word in one language says it by its word in all', () => {
  const strays = [...CATALOGUES[0].keys()]
    .filter((key) => !key.startsWith('codes.') && !ELSE.some((pattern) => pattern.test(key)))
    .flatMap((key) => {
      const texts = told(key);
      const state = STATES.find((words) => words.some((word, at) => small(word) === small(texts[at])));
      return state && lower(state) !== lower(texts) ? [`${key}: ${texts.join(' | ')}, not ${state.join(' | ')}`] : [];
    });
  expect(strays).toEqual([]);
});

test('no exception is left that nothing needs', () => {
  const keys = [...CATALOGUES[0].keys()];
  expect(ELSE.filter((pattern) => !keys.some((key) => pattern.test(key))).map(String)).toEqual([]);
});

/** Words of another thing, or of this thing in another place: what stands in their place. */
const OTHERS: readonly {
  readonly at: 0 | 1 | 2;
  readonly word: RegExp;
  readonly instead: string;
  readonly not?: RegExp;
}[] = [
  { at: 0, word: /\bcustomers?\b/iu, instead: 'renter', not: /^roles\.service$/u },
  { at: 0, word: /\b(without a plate|no plate yet)\b/iu, instead: 'no car yet, without a car' },
  { at: 0, word: /\boperator name\b/iu, instead: 'store manager' },
  { at: 1, word: /租车人|租客|客户(?!端)/u, instead: '承租人', not: /^roles\.service$/u },
  { at: 1, word: /未派车|未分配车牌的/u, instead: '未排车' },
  { at: 1, word: /运营商|店长/u, instead: '门店负责人' },
  { at: 2, word: /ลูกค้า/u, instead: 'ผู้เช่า', not: /^roles\.service$/u },
  { at: 2, word: /ออเดอร์/u, instead: 'การจอง' },
  { at: 2, word: /ยังไม่มีทะเบียน|ยังไม่ระบุทะเบียน/u, instead: 'ยังไม่จัดรถ' },
];

test.each(OTHERS)('says $instead, never $word', ({ at, word, not }) => {
  const said = [...CATALOGUES[at]].filter(([key, text]) => word.test(text) && !not?.test(key));
  expect(said.map(([key, text]) => `${key}: ${text}`)).toEqual([]);
});

test('money of a day, a ledger and a journal is in or out by the same two words', () => {
  const places = ['resources.payment.day', 'resources.refund.ledger', 'dashboards.payments.widgets'];
  for (const place of [...places, 'dashboards.payments.figures']) {
    expect(told(`${place}.in`)).toEqual(told('codes.paymentType.1'));
    expect(told(`${place}.out`)).toEqual(told('codes.paymentType.2'));
  }
});
