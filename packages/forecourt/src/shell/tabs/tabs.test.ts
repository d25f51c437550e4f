import fc from 'fast-check';
import type { Location } from 'react-router';
import { describe, expect, test } from 'vitest';
import {
  addressesOf,
  resetTab,
  closeAll,
  closeTabs,
  leftOf,
  moveTab,
  suspendTabs,
  restoreTabs,
  rightOf,
  show,
} from './tabActions.ts';
import { changeTab, moveHidden, NO_TABS, tabKey, visit, type TabsState } from './tabs.ts';

const LANDING = '/home';

const at = (address: string, state: unknown = null): Location => {
  const { pathname, search, hash } = new URL(address, 'http://test');
  return { pathname, search, hash, state, key: 'default', mask: undefined };
};

const opened = (...addresses: readonly string[]): TabsState =>
  addresses.reduce((state, address) => visit(state, at(address)), NO_TABS);

const keys = (state: TabsState): readonly string[] => state.tabs.map((tab) => tab.key);
const find = (state: TabsState, key: string) => state.tabs.find((tab) => tab.key === key)!;

describe('what makes a tab', () => {
  test.each([
    ['/order/list', '/order/list'],
    ['/order/list?page=2&filter={}', '/order/list'],
    ['/order/list/', '/order/list'],
    ['/', '/'],
    ['/car/edit?id=7&step=2', '/car/edit?id=7'],
    ['/order/detail/12?tab=log', '/order/detail/12'],
    ['/account/settings/security', '/account/settings'],
  ])('%s is the tab %s', (address, key) => {
    expect(tabKey(at(address))).toBe(key);
  });
});

describe('visiting', () => {
  test('a new page opens at the end, an open one is shown where it stands', () => {
    const state = visit(opened('/a', '/b', '/c'), at('/a'));
    expect([keys(state), state.active]).toEqual([['/a', '/b', '/c'], '/a']);
  });

  test('a bare address finds the page as it was left, one with a query leads it there', () => {
    const state = opened('/list?page=2', '/b');
    expect(find(visit(state, at('/list')), '/list').location.search).toBe('?page=2');
    expect(find(visit(state, at('/list?page=3')), '/list').location.search).toBe('?page=3');
  });

  test('the sections of one page share its tab, which shows the one that was asked for', () => {
    const state = opened('/account/settings/basic', '/account/settings/security', '/b', '/account/settings/basic');
    expect(keys(state)).toEqual(['/account/settings', '/b']);
    expect(find(state, '/account/settings').location.pathname).toBe('/account/settings/basic');
  });

  test('the page on screen may drop its own query', () => {
    expect(find(visit(opened('/list?form=new'), at('/list')), '/list').location.search).toBe('');
  });

  test('the same address is the same object, so that nothing is drawn anew; a state with it is news', () => {
    const state = opened('/list?page=2', '/b');
    const { location } = find(state, '/list');
    expect(find(visit(state, at('/list?page=2')), '/list').location).toBe(location);
    expect(find(visit(state, at('/list?page=2', { from: 1 })), '/list').location).not.toBe(location);
  });

  test('a page that gives its place to another takes its tab along', () => {
    expect(keys(visit(opened('/a', '/form', '/b'), at('/detail'), true))).toEqual(['/a', '/form', '/detail']);
    const saved = visit(visit(opened('/a', '/b'), at('/a')), at('/detail'), true);
    expect(keys(saved)).toEqual(['/detail', '/b']);
    expect(keys(visit(saved, at('/b'), true))).toEqual(['/b']);
  });
});

describe('a page behind another', () => {
  test('moves its own tab and leaves what is on screen', () => {
    const state = moveHidden(opened('/form', '/b'), '/form', at('/detail/1'));
    expect([keys(state), state.active, find(state, '/detail/1').awake]).toEqual([['/detail/1', '/b'], '/b', false]);
    expect(find(moveHidden(state, '/b', at('/b?x=1')), '/b').location.search).toBe('?x=1');
  });

  test('goes when its target is open already or does not exist', () => {
    expect(keys(moveHidden(opened('/form', '/list', '/b'), '/form', at('/list')))).toEqual(['/list', '/b']);
    expect(keys(moveHidden(opened('/gone', '/b'), '/gone', at('/404')))).toEqual(['/b']);
  });
});

describe('closing', () => {
  test('the right neighbour is shown, else the left one', () => {
    const state = visit(opened('/a', '/b', '/c'), at('/b'));
    expect(closeTabs(state, ['/b'], LANDING).active).toBe('/c');
    expect(closeTabs(state, ['/b', '/c'], LANDING).active).toBe('/a');
    expect(closeTabs(state, ['/a'], LANDING).active).toBe('/b');
  });

  test('all: the landing page stays, or opens', () => {
    expect(keys(closeAll(opened('/a', LANDING, '/b'), LANDING))).toEqual([LANDING]);
    expect(keys(closeAll(opened('/a', '/b'), LANDING))).toEqual([LANDING]);
    expect(closeAll(opened('/a'), LANDING).active).toBe(LANDING);
  });

  test('left and right are those beside the tab it is asked of', () => {
    const state = opened('/a', '/b', '/c');
    expect(leftOf(state, '/b').map((tab) => tab.key)).toEqual(['/a']);
    expect(rightOf(state, '/b').map((tab) => tab.key)).toEqual(['/c']);
    expect([leftOf(state, '/a'), rightOf(state, '/c')]).toEqual([[], []]);
  });
});

test('a tab moves to a place and no further than the ends', () => {
  const state = opened('/a', '/b', '/c');
  expect(keys(moveTab(state, '/c', 0))).toEqual(['/c', '/a', '/b']);
  expect(keys(moveTab(state, '/a', 9))).toEqual(['/b', '/c', '/a']);
  expect(keys(moveTab(state, '/a', -3))).toEqual(['/a', '/b', '/c']);
});

test('the pages not shown for longest sleep first; those with unsaved work and the one on screen never', () => {
  const state = visit(opened('/a', '/b', '/c', '/d'), at('/a'));
  const slept = suspendTabs(state, 2, (tab) => tab.key === '/b');
  expect(slept.tabs.filter((tab) => tab.awake).map((tab) => tab.key)).toEqual(['/a', '/b']);
  expect(suspendTabs(state, 1, () => true)).toBe(state);
});

test('a page that begins anew has another id and no name', () => {
  const state = changeTab(opened('/a'), '/a', { name: 'A' });
  const [tab] = resetTab(state, '/a').tabs;
  expect(tab?.id).not.toBe(state.tabs[0]?.id);
  expect(tab?.name).toBeUndefined();
});

test('restored tabs stand where they stood, asleep, around what is open', () => {
  const state = restoreTabs(opened('/b?x=1', '/new'), ['/a?page=2', '/b', '/c']);
  expect(keys(state)).toEqual(['/a', '/b', '/c', '/new']);
  expect(state.tabs.map((tab) => tab.awake)).toEqual([false, true, false, true]);
  expect(addressesOf(state)).toEqual(['/a?page=2', '/b?x=1', '/c', '/new']);
});

describe('whatever is done', () => {
  const address = fc.constantFrom('/a', '/b', '/b?page=2', '/c/1', '/c/2', '/edit?id=1', LANDING, '/404');
  const key = address.map((one) => tabKey(at(one)));
  const step: fc.Arbitrary<(state: TabsState) => TabsState> = fc.oneof(
    fc.tuple(address, fc.boolean()).map(
      ([to, replaces]) =>
        (state: TabsState) =>
          visit(state, at(to), replaces),
    ),
    fc.array(key).map((gone) => (state: TabsState) => closeTabs(state, gone, LANDING)),
    fc.constant((state: TabsState) => closeAll(state, LANDING)),
    fc.tuple(key, fc.integer({ min: -2, max: 9 })).map(
      ([of, to]) =>
        (state: TabsState) =>
          moveTab(state, of, to),
    ),
    fc.array(address).map((all) => (state: TabsState) => restoreTabs(state, all)),
    fc.tuple(key, address).map(
      ([of, to]) =>
        (state: TabsState) =>
          of === state.active || !keys(state).includes(of) ? state : moveHidden(state, of, at(to)),
    ),
    key.map((of) => (state: TabsState) => (keys(state).includes(of) ? show(state, of) : state)),
    key.map((of) => (state: TabsState) => resetTab(state, of)),
    fc.integer({ min: 1, max: 4 }).map((most) => (state: TabsState) => suspendTabs(state, most, () => false)),
  );

  test('one tab is on screen and awake, keys and ids are unique, and every tab is at its own address', () => {
    fc.assert(
      fc.property(address, fc.array(step, { maxLength: 30 }), (first, steps) => {
        const state = steps.reduce((before, act) => act(before), visit(NO_TABS, at(first)));
        expect(state.tabs.filter((tab) => tab.key === state.active && tab.awake)).toHaveLength(1);
        expect(new Set(keys(state)).size).toBe(state.tabs.length);
        expect(new Set(state.tabs.map((tab) => tab.id)).size).toBe(state.tabs.length);
        for (const tab of state.tabs) expect(tabKey(tab.location)).toBe(tab.key);
      }),
    );
  });
});
