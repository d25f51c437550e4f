import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { generate } from '../../generate.ts';

/** Files of an application by path; objects become JSON, null leaves the file out. */
export type Files = Readonly<Record<string, string | object | null>>;

const shelf = {
  type: 'object',
  required: ['label'],
  'x-search': ['label'],
  properties: {
    label: { type: 'string', maxLength: 40, 'x-unique': true },
    roomId: { type: 'integer', 'x-ref': { resource: 'room' } },
    state: { type: 'integer', 'x-codes': 'shelfState', default: 0 },
    load: { type: 'number', 'x-compute': 'shelfLoad' },
  },
};
const room = { type: 'object', properties: { name: { type: 'string', maxLength: 40 } } };

const declaration = `export default {
  schema: 'shelf',
  permission: { base: 'shelf', route: 'shelf-list' },
  route: { list: '/stock/shelf' },
  api: { list: '/stock/shelf/list', save: '/stock/shelf/save' },
  menu: { group: 'stock', sort: 10, icon: 'Shelves' },
  list: { columns: ['label', 'roomId', 'state'], filters: ['keyword', 'state'], sort: ['label', 'asc'], component: 'ShelfList' },
  actions: [{ name: 'empty', post: '/stock/shelf/empty', permission: 'edit' }],
};
`;

const code = `import { registerComponents } from 'framework';
registerComponents({ lazy: { ShelfList: () => import('./ShelfList.tsx') } });
export const module = { commands: [{ path: '/stock/shelf/empty' }], computed: { shelfLoad: {} } };
`;

/** The texts that the sample needs beside those of the framework. */
export const sampleTexts = {
  codes: { shelfState: { 0: 'Empty', 1: 'Full' } },
  menu: { groups: { resources: 'Resources', stock: 'Stock' } },
  resources: {
    room: {
      name: 'Room',
      title: 'Rooms',
      fields: { createTime: 'Created', id: 'ID', name: 'Name', updateTime: 'Updated' },
    },
    shelf: {
      name: 'Shelf',
      title: 'Shelves',
      actions: { empty: 'Empty' },
      fields: {
        createTime: 'Created',
        id: 'ID',
        label: 'Label',
        load: 'Load',
        roomId: 'Room',
        state: 'State',
        updateTime: 'Updated',
      },
    },
  },
};

const SAMPLE: Files = {
  'locale.json': {
    currency: 'THB',
    zone: 'Asia/Bangkok',
    languages: [
      { code: 'zh-CN', name: '简体中文' },
      { code: 'en-US', name: 'English' },
      { code: 'th-TH', name: 'ไทย' },
    ],
  },
  'schemas/room.json': room,
  'schemas/shelf.json': shelf,
  'resources/shelf.ts': declaration,
  'resources/codes.ts': 'export const codes = { shelfState: [{ code: 0 }, { code: 1 }] };\n',
  'i18n/en-US.json': sampleTexts,
  'i18n/zh-CN.json': sampleTexts,
  'i18n/th-TH.json': sampleTexts,
  'src/menu.ts': 'export const icons = {\n  Shelves,\n  TableRows,\n};\n',
  'src/module.ts': code,
};

export const sampleSchema = shelf;
export const sampleDeclaration = declaration;

const written: string[] = [];

type Generated = readonly (readonly [file: string, text: string])[];
let generated: Promise<Generated> | undefined;

/** What follows from the schemas of the sample, from its folder: the same for each. */
async function generatedFor(folder: string): Promise<Generated> {
  return (await generate(folder)).map(([file, text]) => [path.relative(folder, file), text]);
}

/** Writes a small application that has no mistakes, with some files replaced, and answers its folder. */
export async function sampleApplication(changes: Files = {}): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'forecourt-app-'));
  written.push(folder);
  const write = async (files: Files): Promise<void> => {
    for (const [file, content] of Object.entries(files)) {
      const target = path.join(folder, file);
      await mkdir(path.dirname(target), { recursive: true });
      if (content === null) await rm(target);
      else await writeFile(target, typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`);
    }
  };
  await write(SAMPLE);
  generated ??= generatedFor(folder);
  await write(Object.fromEntries(await generated));
  await write(changes);
  return folder;
}

/** Removes what was written; for `afterAll`. */
export async function removeSamples(): Promise<void> {
  for (const folder of written.splice(0)) await rm(folder, { recursive: true, force: true });
}
