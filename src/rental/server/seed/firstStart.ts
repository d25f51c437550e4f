import { sql } from 'kysely';
import { hashPassword, WILDCARD, type Database } from 'forecourt/server';
import { parametersAtFirstStart } from './parameters.ts';
import menus from './menus.json' with { type: 'json' };
import { ALL_WORDS, GRANTS, ROLE_CODES, wordsOf, type RoleCode } from './permissions.ts';

type Titles = Record<string, string>;
const GROUP = 1;
const PAGE = 2;
const ACTION = 3;

/** Role names in the three languages; the stored name is the operator's to change. */
const ROLE_NAMES: Readonly<Record<RoleCode, string>> = {
  super: '超级管理员 Super administrator',
  ops: '运营经理 Operations manager',
  storeManager: '门店经理 Store manager',
  clerk: '门店前台 Counter clerk',
  delivery: '送车员 Delivery staff',
  pickup: '收车员 Collection staff',
  finance: '财务 Finance',
  fleet: '车务 Fleet',
  service: '客服 Customer service',
};

const WORD_TITLES: Readonly<Record<string, Titles>> = {
  query: { 'en-US': 'Query', 'zh-CN': '查询', 'th-TH': 'ค้นหา' },
  detail: { 'en-US': 'Detail', 'zh-CN': '详情', 'th-TH': 'รายละเอียด' },
  add: { 'en-US': 'Add', 'zh-CN': '新增', 'th-TH': 'เพิ่ม' },
  edit: { 'en-US': 'Edit', 'zh-CN': '编辑', 'th-TH': 'แก้ไข' },
  delete: { 'en-US': 'Delete', 'zh-CN': '删除', 'th-TH': 'ลบ' },
  enable: { 'en-US': 'Enable', 'zh-CN': '启用', 'th-TH': 'เปิดใช้งาน' },
  disable: { 'en-US': 'Disable', 'zh-CN': '停用', 'th-TH': 'ปิดใช้งาน' },
  import: { 'en-US': 'Import', 'zh-CN': '导入', 'th-TH': 'นำเข้า' },
  export: { 'en-US': 'Export', 'zh-CN': '导出', 'th-TH': 'ส่งออก' },
};
const EVERYTHING: Titles = { 'en-US': 'Everything', 'zh-CN': '全部权限', 'th-TH': 'ทุกสิทธิ์' };

/** Words that a base has anywhere in the table, or that only the first role holds. */
function wordsOfBase(base: string): readonly string[] {
  if (['user', 'role', 'menu'].includes(base))
    return ['query', 'detail', 'add', 'edit', 'delete', ...(base === 'user' ? ['enable', 'disable'] : [])];
  // No role holds them at first; who grants them finds them on the role screen.
  if (base === 'datarequest') return ['query', 'add', 'enable', 'disable', 'export'];
  const granted = new Set((GRANTS[base] ?? []).flatMap(wordsOf));
  return ALL_WORDS.filter((word) => granted.has(word));
}

/** Ids of the menu entries by permission path, the groups and pages above included. */
async function seedMenus(db: Database): Promise<Map<string, number[]>> {
  const ids = new Map<string, number[]>();
  const add = async (
    parentId: number | null,
    title: Titles,
    type: number,
    path: string | null,
    url: string | null,
    icon: string | null,
    sort: number,
  ): Promise<number> => {
    const { rows } = await sql<{ id: number }>`
      insert into menu ("parentId", title, type, path, url, icon, sort, status)
      values (${parentId}, ${JSON.stringify(title)}::jsonb, ${type}, ${path}, ${url}, ${icon}, ${sort}, 1) returning id
    `.execute(db);
    if (path) ids.set(path, [...(ids.get(path) ?? []), rows[0]!.id]);
    return rows[0]!.id;
  };
  await add(null, EVERYTHING, ACTION, WILDCARD, null, null, 0);
  const done = new Set<string>();
  for (const group of menus) {
    const groupId = await add(null, group.title, GROUP, null, null, group.icon, group.sort);
    for (const page of group.pages) {
      const pageId = await add(groupId, page.title, PAGE, page.path, page.url, null, page.sort);
      if (done.has(page.base)) continue;
      done.add(page.base);
      for (const [index, word] of wordsOfBase(page.base).entries())
        await add(pageId, WORD_TITLES[word]!, ACTION, `${page.base}-${word}`, null, null, (index + 1) * 10);
    }
  }
  return ids;
}

const routeKeys = (base: string): string[] => [
  ...new Set(menus.flatMap((group) => group.pages.filter((page) => page.base === base).map((page) => page.path))),
];

function grantedPaths(role: number): string[] {
  return Object.entries(GRANTS).flatMap(([base, grants]) => {
    const letters = grants[role]!;
    return letters === '' ? [] : [...routeKeys(base), ...wordsOf(letters).map((word) => `${base}-${word}`)];
  });
}

/**
 * What a new database needs before anybody can sign in: the permission tree, the nine roles of D-PERM-10, the charge parameters and
 * one super administrator named `admin` (D-SEC-05).
 */
export async function firstStart(db: Database, options: { readonly adminPassword: string }): Promise<void> {
  const ids = await seedMenus(db);
  const parents = new Map(
    (await sql<{ id: number; parentId: number | null }>`select id, "parentId" from menu`.execute(db)).rows.map(
      (row) => [row.id, row.parentId],
    ),
  );
  for (const [index, code] of ROLE_CODES.entries()) {
    const paths = code === 'super' ? [WILDCARD] : grantedPaths(index - 1);
    const ticked = new Set<number>();
    for (const id of paths.flatMap((path) => ids.get(path) ?? []))
      for (let at: number | null | undefined = id; at; at = parents.get(at)) ticked.add(at);
    const taskType = code === 'delivery' ? 1 : code === 'pickup' ? 2 : null;
    await sql`insert into role (name, code, "taskType", "menuIds") values (${ROLE_NAMES[code]}, ${code}, ${taskType}, ${[...ticked].sort((a, b) => a - b)}::bigint[])`.execute(
      db,
    );
  }
  await parametersAtFirstStart(db);
  await sql`
    insert into "user" (username, name, phone, password, "roleId", "dataScope", status)
    select 'admin', 'Administrator', '+66000000000', ${await hashPassword(options.adminPassword, 'first start')}, id, 0, 1 from role where code = 'super'
  `.execute(db);
}
