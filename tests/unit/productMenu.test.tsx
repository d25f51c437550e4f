import path from 'node:path';
import { screen } from '@testing-library/react';
import { I18nContext } from 'react-admin';
import { expect, it } from 'vitest';
import { dashboards } from '../../dashboards/index.ts';
import enUS from '../../i18n/en-US.json';
import thTH from '../../i18n/th-TH.json';
import zhCN from '../../i18n/zh-CN.json';
import { codes } from '../../resources/codes.ts';
import { createI18nProvider } from 'forecourt/admin';
import { renderAdmin } from '../../packages/forecourt/src/admin/testing/renderAdmin.tsx';
import { mergeCatalogues } from 'forecourt/locale';
import { type EntitySchema, platformCodes } from 'forecourt/model';
import frameworkEnUS from '../../packages/forecourt/src/shell/catalogues/en-US.ts';
import frameworkThTH from '../../packages/forecourt/src/shell/catalogues/th-TH.ts';
import frameworkZhCN from '../../packages/forecourt/src/shell/catalogues/zh-CN.ts';
import { ShellContext } from '../../packages/forecourt/src/shell/shellContext.ts';
import { SideMenu } from '../../packages/forecourt/src/shell/SideMenu.tsx';
import { icons, menuGroups } from '../../src/menu.ts';
import { pageDeclarations, publicPaths } from '../../src/rental/pageDeclarations.ts';
import { resources } from '../../src/rental/pages/testing/product.ts';

const catalogues = {
  'en-US': mergeCatalogues(frameworkEnUS as never, enUS),
  'zh-CN': mergeCatalogues(frameworkZhCN as never, zhCN),
  'th-TH': mergeCatalogues(frameworkThTH as never, thTH),
};
type Language = keyof typeof catalogues;

// The product's own come last and win.
const files = {
  ...import.meta.glob<EntitySchema>('../../packages/forecourt/src/platform/schemas/*.json', { import: 'default' }),
  ...import.meta.glob<EntitySchema>('../../schemas/*.json', { import: 'default' }),
};
const schemas = Object.fromEntries(
  Object.entries(files).map(([file, load]) => [path.basename(file, '.json'), load] as const),
);

interface Shown {
  /** By the heading of a group, or the title of an entry that stands alone: the addresses below it. */
  readonly groups: ReadonlyMap<string, readonly string[]>;
  readonly titles: readonly string[];
}

/** The side menu of the product as it is declared, for somebody with every right. */
async function menuIn(language: Language): Promise<Shown> {
  const entries = [
    ...dashboards.map((dashboard) => ({ ...dashboard, title: `routes.${dashboard.path}` })),
    ...Object.values(pageDeclarations),
  ].flatMap(({ menu, ...page }) => (menu ? [{ ...page, ...menu }] : []));
  const i18n = createI18nProvider({ locale: language, catalogues: { [language]: catalogues[language] }, locales: [] });
  await renderAdmin(
    <I18nContext value={i18n}>
      <ShellContext value={{ icons, groups: menuGroups, entries, landingPath: '/', loginPath: '/' }}>
        <SideMenu />
      </ShellContext>
    </I18nContext>,
    { source: { schemas, resources, codes: { ...platformCodes, ...codes } } },
  );
  const nav = await screen.findByRole('navigation');
  const links = [...nav.querySelectorAll('a')];
  const groups = [...nav.querySelectorAll(':scope > ul > li')].map((group) => {
    const name = (group.querySelector('button') ?? group).textContent;
    return [name, [...group.querySelectorAll('a')].map((link) => link.getAttribute('href')!)] as const;
  });
  return {
    groups: new Map(groups),
    titles: [...groups.map(([name]) => name), ...links.map((link) => link.textContent)],
  };
}
/** What the shell is there for, each with pages that it is not whole without. */
const AREAS: Readonly<Record<string, readonly string[]>> = {
  Dashboard: ['/dashboard/workplace', '/dashboard/analysis'],
  Orders: ['/order/list', '/order/deduct', '/order/refund'],
  Vehicles: ['/car/list', '/car/maintenance', '/car/maintenanceinfo', '/car/insurance', '/car/violation'],
  Stores: ['/store/list'],
  Prices: ['/carprice/list', '/carprice/damage'],
  Members: ['/member/list'],
  Coupons: ['/coupon/editcoupon'],
  Channels: ['/channels/settag', '/channels/flashrent'],
  Basics: ['/basics/city', '/basics/supplier', '/basics/holiday'],
  System: ['/system/mgr_user', '/system/role', '/system/menu', '/system/syslog', '/system/loginlog'],
};
/** Pages that are opened from others. */
const HIDDEN = [
  ...['/store/add', '/store/edit', '/store/deliveryfee', '/store/deleveryinfo', '/store/seting'],
  ...['/car/add', '/car/edit', '/car/detail', '/carprice/edit', '/order/detail', '/order/deductdetail'],
  ...['/account', '/user', '/print', '/404'],
];

it('has every area of the work as a group with its pages; printed sheets are beside it', async () => {
  const { groups } = await menuIn('en-US');
  for (const [area, pages] of Object.entries(AREAS))
    expect([area, groups.get(area) ?? []]).toEqual([area, expect.arrayContaining([...pages])]);
  expect(Object.values(publicPaths).filter((page) => page.startsWith('/print/'))).toHaveLength(6);
});

it('never has a page that is opened from another one', async () => {
  const { groups } = await menuIn('en-US');
  const shown = [...groups.values()].flat();
  expect(shown.length).toBeGreaterThan(40);
  expect(shown.filter((page) => HIDDEN.some((one) => page === one || page.startsWith(`${one}/`)))).toEqual([]);
});

/** Letters that the words of a language are made of. */
const LETTERS = { 'en-US': /^[\p{Script=Latin}\P{L}]+$/u, 'zh-CN': /\p{Script=Han}/u, 'th-TH': /\p{Script=Thai}/u };

it.each(Object.keys(LETTERS) as Language[])(
  'says every group and every entry in the language: %s',
  async (language) => {
    const { titles } = await menuIn(language);
    expect(titles.length).toBeGreaterThan(50);
    expect(titles.filter((title) => !LETTERS[language].test(title) || title.includes('.'))).toEqual([]);
  },
);
