import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { CodeTables, EntitySchema } from 'forecourt/model';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** Its files of code are the same in every application that has nothing but schemas. */
const MODEL = path.join(ROOT, 'examples/video-rental');

/**
 * An application of any number of schemas with thirty properties each, as a large company's back office has them. They
 * have every kind of value, relations in all directions, conditions, states and code tables. Every second one has a
 * resource file.
 */
type Files = ReadonlyMap<string, string>;

const FIRST = [
  'purchase', 'sales', 'stock', 'repair', 'payroll', 'contract', 'project', 'customer', 'supplier', 'delivery',
  'quality', 'training', 'travel', 'budget', 'machine', 'energy', 'safety', 'tender', 'claim', 'asset',
]; // prettier-ignore
const SECOND = ['Order', 'Plan', 'Report', 'Line', 'Request', 'Approval', 'Schedule', 'Account', 'Document', 'Visit'];
const WORDS = [
  'number', 'subject', 'reason', 'origin', 'target', 'branch', 'weight', 'height', 'amount', 'charge', 'deposit', 'penalty',
  'opened', 'closed', 'expected', 'received', 'owner', 'reviewer', 'priority', 'channel', 'method', 'remark', 'picture', 'proof',
  'quantity', 'discount', 'margin', 'duration', 'follower', 'address', 'region', 'grade', 'level', 'phase', 'colour', 'label',
]; // prettier-ignore
const CHINESE =
  '单据主题原因来源目标分店重量高度金额费用押金罚款开启关闭预计收到负责审核优先渠道方式备注图片凭证数量折扣毛利时长跟进地址区域等级阶段颜色';
const THAI = [
  'เลขที่', 'หัวข้อ', 'เหตุผล', 'ที่มา', 'เป้าหมาย', 'สาขา', 'น้ำหนัก', 'ความสูง', 'จำนวนเงิน', 'ค่าธรรมเนียม', 'มัดจำ', 'ค่าปรับ', 'เปิดเมื่อ', 'ปิดเมื่อ',
  'กำหนด', 'ได้รับ', 'ผู้รับผิดชอบ', 'ผู้ตรวจ', 'ความสำคัญ', 'ช่องทาง', 'วิธี', 'หมายเหตุ', 'รูปภาพ', 'หลักฐาน',
]; // prettier-ignore

/** The same numbers in every run, and no two schemas alike. */
const pick = (seed: number, at: number, of: number): number =>
  (Math.imul(seed * 7_919 + at * 104_729 + 12_345, 2_654_435_761) >>> 7) % of;

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const nameAt = (index: number, count: number): string => {
  const at = ((index % count) + count) % count;
  const round = Math.floor(at / (FIRST.length * SECOND.length));
  return `${FIRST[at % FIRST.length]}${SECOND[Math.floor(at / FIRST.length) % SECOND.length]}${round || ''}`;
};

type Property = Readonly<Record<string, unknown>>;

/** The thirty kinds of property, in the order they are numbered. */
function propertiesOf(index: number, count: number): Record<string, Property> {
  const ref = (to: number): Property => ({ type: 'integer', 'x-ref': { resource: nameAt(to, count) } });
  const text = (maxLength: number, rest: Property = {}): Property => ({ type: 'string', maxLength, ...rest });
  const money: Property = { type: 'number', 'x-widget': 'money', minimum: 0, maximum: 1_000_000 };
  const when = (kind: string): Property => ({ type: 'string', format: kind });
  const kinds: readonly (readonly [string, Property])[] = [
    ['No', text(20, { 'x-unique': true })],
    ['Name', text(80)],
    ['Title', text(120)],
    ['Code', text(12, { 'x-index': true })],
    ['Phone', text(20, { 'x-widget': 'phone', 'x-mask': 'phone' })],
    ['Mail', text(120, { format: 'email' })],
    ['Note', text(2_000, { 'x-widget': 'text' })],
    ['Status', { type: 'integer', 'x-codes': `progress${index % 10}`, default: 1 }],
    ['Kind', { type: 'string', enum: ['first', 'second', 'third', `own${index}`] }],
    ['Tags', { type: 'array', uniqueItems: true, items: { type: 'string', enum: ['urgent', 'private', 'external'] } }],
    ['Count', { type: 'integer', minimum: 0, maximum: 9_999 }],
    ['Size', { type: 'integer', minimum: 1, maximum: 500 }],
    ['Weight', { type: 'number', minimum: 0, maximum: 99_999 }],
    ['Share', { type: 'number', 'x-widget': 'percent', minimum: 0, maximum: 100 }],
    ['Price', money],
    ['Cost', money],
    ['Limit', { ...money, 'x-show': { properties: { [`first${index}`]: { const: true } } } }],
    [`first${index}`, { type: 'boolean' }],
    ['Active', { type: 'boolean' }],
    ['From', when('date')],
    ['Until', when('date')],
    ['Begin', when('date-time')],
    ['End', when('date-time')],
    ['Next', ref(index + 1)],
    ['Before', ref(index - 1)],
    ['Parent', ref(index)],
    ['Other', ref(index + 7)],
    ['Related', { type: 'array', uniqueItems: true, items: { type: 'integer' }, 'x-ref': { resource: nameAt(index + 3, count) } }],
    ['Files', { type: 'array', maxItems: 5, items: { type: 'string' }, 'x-widget': 'files' }],
    ['Lines', { type: 'array', items: { type: 'object', properties: { text: { type: 'string' }, price: { ...money } } } }],
  ]; // prettier-ignore
  return Object.fromEntries(
    kinds.map(([kind, property], at) => {
      if (kind.startsWith('first')) return [kind, property];
      const suffix = 'x-ref' in property ? (property['type'] === 'array' ? 'Ids' : 'Id') : '';
      return [`${WORDS[pick(index, at, WORDS.length)]}${kind}${suffix}`, property];
    }),
  );
}

function schemaOf(index: number, count: number): object {
  const properties = propertiesOf(index, count);
  const names = Object.keys(properties);
  const named = (ending: string): string => names.find((name) => name.endsWith(ending))!;
  return {
    title: capital(nameAt(index, count)),
    type: 'object',
    required: [named('No'), named('Name')],
    'x-title': [named('Name')],
    'x-search': [named('No'), named('Name')],
    'x-unique': [{ fields: [named('Code'), named('Size')] }],
    properties: { ...properties, [named('Until')]: { ...properties[named('Until')], 'x-after': named('From') } },
  };
}

function declarationOf(index: number, count: number): string {
  const names = Object.keys(propertiesOf(index, count));
  const quoted = (from: number, to: number): string => names.slice(from, to).map((name) => `'${name}'`).join(', '); // prettier-ignore
  return `import { defineResource } from '../../../packages/forecourt/src/model/index.ts';

export default defineResource<Record<string, unknown>>({
  schema: '${nameAt(index, count)}',
  menu: { group: 'group${index % 12}', sort: ${(index % 50) * 10}, icon: 'TableRows' },
  list: { columns: [${quoted(0, 8)}], hiddenColumns: [${quoted(10, 16)}], filters: ['keyword', ${quoted(23, 26)}], sort: ['${names[0]}', 'asc'] },
  form: {
    groups: [
      { key: 'what', fields: [${quoted(0, 10)}] },
      { key: 'how', fields: [${quoted(10, 20)}] },
      { key: 'rest', fields: [${quoted(20, 30)}] },
    ],
  },
});
`;
}

/** Labels of one language; the words differ from schema to schema, as real ones do. */
function textsOf(count: number, word: (seed: number, at: number) => string): object {
  const resources = Array.from({ length: count }, (_, index) => {
    const label = word(index, 99);
    const fields = Object.keys(propertiesOf(index, count)).map((name, at) => [name, word(index, at)] as const);
    return [nameAt(index, count), { name: label, title: label, fields: Object.fromEntries(fields) }] as const;
  });
  return { app: { title: 'Large', welcome: 'Welcome, %{name}' }, resources: Object.fromEntries(resources) };
}

const english = (seed: number, at: number): string =>
  capital(`${WORDS[pick(seed, at, WORDS.length)]} ${WORDS[pick(seed + 1, at + 3, WORDS.length)]}`);
const chinese = (seed: number, at: number): string =>
  [0, 1, 2, 3].map((part) => CHINESE[pick(seed, at * 4 + part, CHINESE.length)]).join('');
const thai = (seed: number, at: number): string =>
  `${THAI[pick(seed, at, THAI.length)]}${THAI[pick(seed + 1, at + 3, THAI.length)]}`;

/** Its schemas by name. */
export const largeSchemas = (count: number): Record<string, EntitySchema> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [nameAt(index, count), schemaOf(index, count) as EntitySchema]),
  );

/** Its code tables. */
export const largeCodes: CodeTables = Object.fromEntries(
  Array.from({ length: 10 }, (_, table) => [`progress${table}`, [{ code: 1 }, { code: 2 }, { code: 3 }]]),
);

/** The files of an application with so many schemas that differ from application to application. */
function filesOf(count: number): Files {
  const files = new Map<string, string>();
  const json = (file: string, value: unknown): void => void files.set(file, `${JSON.stringify(value, null, 2)}\n`);
  for (const [index, [name, schema]] of Object.entries(largeSchemas(count)).entries()) {
    json(`schemas/${name}.json`, schema);
    if (index % 2 === 0) files.set(`resources/${name}.ts`, declarationOf(index, count));
  }
  json('i18n/en-US.json', textsOf(count, english));
  json('i18n/zh-CN.json', textsOf(count, chinese));
  json('i18n/th-TH.json', textsOf(count, thai));
  json('demo.json', {
    rows: Object.fromEntries(Array.from({ length: count }, (_, index) => [nameAt(index, count), 20])),
  });
  files.set('resources/codes.ts', `export const codes = ${JSON.stringify(largeCodes)} as const;\n`);
  return files;
}

/**
 * Writes an application with so many schemas into `.cache` and answers its folder. As deep as the examples, whose code it has: their
 * imports are right here too.
 */
export async function writeLargeApplication(count: number): Promise<string> {
  const folder = path.join(ROOT, `.cache/large-${count}`);
  for (const part of ['schemas', 'resources', 'dashboards', 'i18n', 'src'])
    await mkdir(path.join(folder, part), { recursive: true });
  const code = ['src/admin.ts', 'src/app.ts', 'src/server.ts', 'resources/index.ts', 'dashboards/index.ts'];
  for (const file of ['index.html', 'locale.json', ...code]) await cp(path.join(MODEL, file), path.join(folder, file));
  // Nobody's rights end at a store: it has none.
  const application = await readFile(path.join(MODEL, 'src/application.ts'), 'utf8');
  await writeFile(path.join(folder, 'src/application.ts'), application.replace("  scopeEntity: 'store',\n", ''));
  await Promise.all([...filesOf(count)].map(([file, text]) => writeFile(path.join(folder, file), text)));
  return folder;
}
