import { describe, expect, it } from 'vitest';
import { definePlugin, type Plugin, type PluggedConfig } from './config.ts';
import { applyPlugins } from './plugins.ts';

const schema = { type: 'object', properties: { name: { type: 'string' } } } as const;
const adds = (name: string, part: PluggedConfig): Plugin =>
  definePlugin(name, (config) =>
    Object.fromEntries(
      Object.entries({ ...config, ...part }).map(([word, value]) => {
        const before: unknown = config[word as keyof PluggedConfig];
        if (Array.isArray(value)) return [word, [...((before as unknown[] | undefined) ?? []), ...value]];
        return [word, typeof value === 'object' ? { ...(before as object), ...value } : value];
      }),
    ),
  );
const refusal =
  (...plugins: readonly Plugin[]) =>
  () =>
    applyPlugins({ title: 'Shop', plugins });

describe('plug-ins', () => {
  it('add to the configuration in their order, and see what came before', () => {
    const seen: string[] = [];
    const config = applyPlugins({
      title: 'Shop',
      plugins: [
        adds('one', { schemas: { invoice: schema } }),
        definePlugin('two', (before) => {
          seen.push(...Object.keys(before.schemas ?? {}));
          return { ...before, settings: { TWO_KEY: 'opens two' } };
        }),
      ],
    });
    expect(seen).toEqual(['invoice']);
    expect(config).toEqual({ title: 'Shop', schemas: { invoice: schema }, settings: { TWO_KEY: 'opens two' } });
  });

  it('may be none', () => expect(applyPlugins({ title: 'Shop' })).toEqual({ title: 'Shop' }));

  it.each<[string, PluggedConfig, PluggedConfig]>([
    ['schema "invoice"', { schemas: { invoice: schema } }, { schemas: { invoice: { ...schema, title: 'Other' } } }],
    ['resource "invoice"', { resources: [{ schema: 'invoice' }] }, { resources: [{ schema: 'invoice', live: false }] }],
    [
      'text "en-US.msg.paid"',
      { texts: { 'en-US': { msg: { paid: 'Paid' } } } },
      { texts: { 'en-US': { msg: { paid: 'Done' } } } },
    ],
    ['component "Chart"', { components: { Chart: '/a.tsx' } }, { components: { Chart: '/b.tsx' } }],
    ['server module "pay"', { server: { pay: '/a.ts' } }, { server: { pay: '/b.ts' } }],
    ['setting "PAY_KEY"', { settings: { PAY_KEY: 'a' } }, { settings: { PAY_KEY: 'b' } }],
    ['check "rule"', { checks: { rule: () => [] } }, { checks: { rule: () => [] } }],
    ['code table "kind"', { codes: { kind: [{ code: 1 }] } }, { codes: { kind: [{ code: 2 }] } }],
  ])('are refused with both names where they claim one %s', (claim, one, other) => {
    expect(refusal(adds('cash', one), adds('cards', other))).toThrow(
      `plug-ins "cash" and "cards" both claim ${claim}: leave one of them out`,
    );
  });

  it('may not claim what the application has, nor take away what another one added', () => {
    expect(refusal(definePlugin('cash', () => ({ title: 'Mine' })))).toThrow(
      'plug-in "cash" claims the title, which forecourt.config.ts has itself',
    );
    expect(
      refusal(
        adds('cash', { schemas: { invoice: schema } }),
        definePlugin('cards', (config) => ({ ...config, schemas: {} })),
      ),
    ).toThrow('plug-ins "cash" and "cards" both claim schema "invoice"');
  });

  it('that fail are named, as are those that return something else', () => {
    const named = (result: unknown) => definePlugin('cash', () => result as PluggedConfig);
    const broken = definePlugin('cash', () => {
      throw new Error('no key');
    });
    expect(refusal(broken)).toThrow('plug-in "cash" failed: no key');
    expect(refusal(named(undefined))).toThrow('plug-in "cash" returns no configuration');
    expect(refusal(named(Promise.resolve({})))).toThrow('plug-in "cash" returns no configuration');
    expect(refusal(named({ title: 'Shop', schema: {} }))).toThrow(
      'plug-in "cash" adds "schema", and a configuration has title, menu',
    );
    expect(refusal((config) => config)).toThrow('a plug-in of forecourt.config.ts has no name');
    expect(refusal(adds('cash', {}), adds('cash', {}))).toThrow('plug-in "cash" stands twice in forecourt.config.ts');
  });
});
