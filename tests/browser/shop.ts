import type { Browser } from 'playwright-core';
import { afterAll, afterEach, expect } from 'vitest';
import { arrival, signInByApi, stepTo, visit, type Visit, type VisitOptions } from './browser.ts';
import { test } from './fixtures.ts';
import { ADMIN, type Product } from './server.ts';
import { settled } from './settled.ts';

export type ShopRecord = Readonly<Record<string, unknown>> & { readonly id: number };

export interface Shop {
  /** Opens an address as the administrator, or with the session of another `token`. */
  open(path: string, options?: Omit<VisitOptions, 'url'>): Promise<Visit>;
  /**
   * As `open` without options, in a page that tests of the file share: the first of them loads it, the others step on in it. After a test that
   * failed it begins anew.
   */
  stepOn(path: string): Promise<Pick<Visit, 'page' | 'allow'>>;
  tokenOf(username: string): Promise<string>;
  /** Somebody else, who works at the same time. */
  find(
    resource: string,
    query?: { filter?: object; sort?: readonly [string, 'ASC' | 'DESC']; first?: number },
  ): Promise<readonly ShopRecord[]>;
  count(resource: string, filter?: object): Promise<number>;
  change(resource: string, record: ShopRecord, changes: object): Promise<ShopRecord>;
}

const ID_ORDER = ['id', 'ASC'] as const;

/** The shop of nothing but schemas, built by the step before (`npm run build -- --app examples/video-rental`), for the tests of one file. */
export function shopOfFile(): Shop {
  let shop: Product;
  let browser: Browser;
  let token: string;
  let visits: Visit[] = [];
  let shared: Visit | undefined;
  /** How many problems of the shared page were told to the tests before, and what this one provokes. */
  let told = 0;
  let allowed: RegExp[] = [];
  const leave = async (): Promise<void> => {
    await shared?.close();
    [shared, told] = [undefined, 0];
  };
  test.beforeAll(async ({ browser: ofWorker, example }) => {
    [shop, browser] = [example, ofWorker];
    token = await signInByApi(shop.url, ADMIN);
  });
  afterAll(leave);
  afterEach(async ({ task }) => {
    const ofShared = shared?.problems() ?? [];
    const isAllowed = (problem: string): boolean => allowed.some((pattern) => pattern.test(problem));
    const problems = [
      ...visits.flatMap((one) => one.problems()),
      ...ofShared.slice(told).filter((problem) => !isAllowed(problem)),
    ];
    [told, allowed] = [ofShared.length, []];
    if (task.result?.state === 'fail' || problems.length > 0) await leave();
    await Promise.all(visits.map((one) => one.close()));
    visits = [];
    expect(problems).toEqual([]);
  });

  const call = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const answer = await fetch(`${shop.url}/api/resources/${path}`, { headers, ...init });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  };
  const list = (resource: string, filter: object, sort: readonly [string, string], last: number): Promise<Response> =>
    call(
      `${resource}?${new URLSearchParams({
        filter: JSON.stringify(filter),
        sort: JSON.stringify(sort),
        range: JSON.stringify([0, last]),
      }).toString()}`,
    );
  return {
    async open(path, options) {
      const one = await visit(browser, { url: shop.url, token, ...options });
      visits.push(one);
      await one.page.goto(shop.url + path);
      await one.page.getByRole('heading', { level: 1 }).waitFor();
      return one;
    },
    async stepOn(path) {
      if (shared) await stepTo(shared.page, path);
      else {
        shared = await visit(browser, { url: shop.url, token });
        await shared.page.goto(shop.url + path);
      }
      await settled(shared.page);
      await arrival(shared.page);
      return { page: shared.page, allow: (pattern) => void allowed.push(pattern) };
    },
    tokenOf: (username) => signInByApi(shop.url, { username, password: ADMIN.password }),
    find: async (resource, { filter = {}, sort = ID_ORDER, first = 10 } = {}) =>
      (await list(resource, filter, sort, first - 1)).json() as Promise<readonly ShopRecord[]>,
    count: async (resource, filter = {}) =>
      Number((await list(resource, filter, ID_ORDER, 0)).headers.get('content-range')?.split('/')[1]),
    change: async (resource, record, changes) =>
      (
        await call(`${resource}/${record.id}`, {
          method: 'PUT',
          body: JSON.stringify({ id: record.id, updateTime: record['updateTime'], ...changes }),
        })
      ).json() as Promise<ShopRecord>,
  };
}
