import { expect, test } from 'vitest';
import en from '../../i18n/en-US.json';
import th from '../../i18n/th-TH.json';
import zh from '../../i18n/zh-CN.json';
import { codes } from '../../resources/codes.ts';
import order from '../../resources/order.ts';
import { textsOf } from '../../packages/forecourt/cli/check/labels.ts';
import type { CodeTables, Tone } from 'forecourt/model';

const CATALOGUES = { 'en-US': textsOf(en), 'zh-CN': textsOf(zh), 'th-TH': textsOf(th) };

interface Meaning {
  readonly words: readonly [en: string, zh: string, th: string];
  readonly tone: Tone;
  /** Entries of code tables that say it: `orderStatus.1`. */
  readonly entries: readonly string[];
}

/** What a state means, the one word that says it, and every code table that has it. Written apart from the tables. */
const MEANINGS: Readonly<Record<string, Meaning>> = {
  'an order whose car is not out yet': {
    words: ['Awaiting pickup', '待取车', 'รอรับรถ'],
    tone: 'waiting',
    entries: [
      ...['orderStatus.1', 'orderDetailLabel.pendingPickup', 'orderListLabel.audited', 'taskStatus.1'],
      'stockState.audited',
    ],
  },
  'an order whose car is out': {
    words: ['In use', '用车中', 'กำลังใช้งาน'],
    tone: 'active',
    entries: [
      ...['orderStatus.2', 'orderDetailLabel.inUse', 'orderListLabel.inUse', 'orderListLabel.dispatched'],
      ...['taskStatus.2', 'stockState.dispatched'],
    ],
  },
  'an order whose car is back': {
    words: ['Returned', '已还车', 'คืนรถแล้ว'],
    tone: 'done',
    entries: [
      ...['orderStatus.3', 'orderDetailLabel.completed', 'orderListLabel.completed', 'orderListLabel.returned'],
      ...['taskStatus.3', 'stockState.returned'],
    ],
  },
  'called off': {
    words: ['Cancelled', '已取消', 'ยกเลิกแล้ว'],
    tone: 'off',
    entries: [
      ...['orderStatus.-1', 'orderDetailLabel.cancelled', 'orderListLabel.cancelled', 'renewalStatus.-1'],
      ...['dispatchPlanStatus.-1', 'storageStatus.-1'],
    ],
  },
  'paid in full': {
    words: ['Paid', '已支付', 'ชำระแล้ว'],
    tone: 'done',
    entries: ['payStatus.1', 'orderListLabel.paid'],
  },
  'not paid in full': {
    words: ['Unpaid', '未支付', 'ยังไม่ชำระ'],
    tone: 'waiting',
    entries: ['payStatus.0', 'orderListLabel.pendingPayment'],
  },
  'past its time': {
    words: ['Overdue', '已逾期', 'เกินกำหนด'],
    tone: 'late',
    entries: ['stockState.overdue', 'expiryAlert.overdue', 'maintenanceAlert.overdue'],
  },
  'a car that is not offered yet': {
    words: ['Awaiting listing', '待上架', 'รอขึ้นระบบ'],
    tone: 'waiting',
    entries: ['vehicleStatus.0', 'dashboardVehicleState.pendingListing'],
  },
  'a car that can be rented': {
    words: ['Available', '可租', 'พร้อมให้เช่า'],
    tone: 'done',
    entries: ['vehicleStatus.1', 'dashboardVehicleState.available', 'carFate.free'],
  },
  'a car that somebody has': {
    words: ['Rented', '已出租', 'ให้เช่าอยู่'],
    tone: 'active',
    entries: ['vehicleStatus.2', 'dashboardVehicleState.renting', 'vehicleGenericLabel.inUse'],
  },
  'a car that was sold': {
    words: ['Sold', '已出售', 'ขายแล้ว'],
    tone: 'off',
    entries: ['vehicleStatus.3', 'dashboardVehicleState.sold'],
  },
  'a car that is a wreck': {
    words: ['Total loss', '全损', 'เสียหายสิ้นเชิง'],
    tone: 'off',
    entries: ['vehicleStatus.4', 'dashboardVehicleState.scrapped', 'vehicleGenericLabel.scrapped', 'carFate.totalLoss'],
  },
  'a car in storage': {
    words: ['In storage', '已入库', 'อยู่ในคลัง'],
    tone: 'off',
    entries: ['storageStatus.1', 'stockState.inStorage'],
  },
  'waits for somebody to approve it': {
    words: ['Awaiting approval', '待审核', 'รออนุมัติ'],
    tone: 'waiting',
    entries: ['auditStatus.0', 'documentStatus.1', 'dataRequestState.asked'],
  },
  approved: {
    words: ['Approved', '审核通过', 'อนุมัติแล้ว'],
    tone: 'done',
    entries: ['auditStatus.1', 'documentStatus.2'],
  },
  'not approved': {
    words: ['Rejected', '已拒绝', 'ไม่อนุมัติ'],
    tone: 'late',
    entries: ['documentStatus.3', 'dataRequestState.rejected'],
  },
  'switched on': {
    words: ['Enabled', '启用', 'เปิดใช้งาน'],
    tone: 'done',
    entries: ['cityStatus.1', 'institutionStatus.1', 'supplierStatus.1', 'priceStatus.1', 'memberStatus.1'],
  },
  'switched off': {
    words: ['Disabled', '停用', 'ปิดใช้งาน'],
    tone: 'off',
    entries: ['cityStatus.0', 'institutionStatus.0', 'supplierStatus.0', 'priceStatus.0', 'memberStatus.0'],
  },
};

const tables: CodeTables = codes;
function toneOf(entry: string): Tone | undefined {
  const [table = '', code] = entry.split('.');
  return tables[table]?.find((one) => String(one.code) === code)?.tone;
}

test.each(Object.entries(MEANINGS))('%s: one word in each language and one colour', (_meaning, { entries, ...one }) => {
  const said = entries.map((entry) => ({
    entry,
    words: Object.values(CATALOGUES).map((texts) => texts.get(`codes.${entry}`)),
    tone: toneOf(entry),
  }));
  expect(said).toEqual(entries.map((entry) => ({ entry, ...one })));
});

test.each(Object.entries(CATALOGUES))('no word says two states in %s', (language, _texts) => {
  const at = Object.keys(CATALOGUES).indexOf(language);
  const words = Object.values(MEANINGS).map((one) => one.words[at]);
  expect(words.filter((word, index) => words.indexOf(word) !== index)).toEqual([]);
});

/** Whether the label of an entry is one of the words of its table's states, and of no other meaning. */
test.each(Object.entries(CATALOGUES))(
  'no table of an order or a car has a word of another meaning in %s',
  (language, texts) => {
    const at = Object.keys(CATALOGUES).indexOf(language);
    const meant = new Map(
      Object.values(MEANINGS).flatMap(({ entries, words }) => entries.map((entry) => [entry, words[at]] as const)),
    );
    const STATES = new Set([...meant.keys()].map((entry) => entry.split('.')[0]!));
    const strays = [...STATES]
      .flatMap((table) => (tables[table] ?? []).map(({ code }) => `${table}.${code}`))
      .filter((entry) => !meant.has(entry) && [...meant.values()].includes(texts.get(`codes.${entry}`)));
    expect(strays).toEqual([]);
  },
);

test('the list of orders shows the state of life first, then what its money is', () => {
  const { columns, below, card } = order.list!;
  expect(columns).toContain('detailLabel');
  expect(below?.detailLabel).toBe('listLabel');
  expect(card?.slice(0, 3)).toEqual(['orderNo', 'detailLabel', 'listLabel']);
});
