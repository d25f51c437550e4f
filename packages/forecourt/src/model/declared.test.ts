import { describe, expect, it } from 'vitest';
import type { ModelError } from './compile.ts';
import { choiceKeys } from './choiceKeys.ts';
import { compileModel } from './compile.ts';
import { offeredKeys } from './offered.ts';
import type { ResourceDeclaration } from './resource.ts';
import type { EntitySchema } from './schema.ts';
import { withoutMistakes } from './vocabulary.ts';

const text = { type: 'string' } as const;
const loan: EntitySchema = {
  type: 'object',
  'x-states': {
    field: 'status',
    initial: 1,
    transitions: [
      { action: 'giveBack', from: [1, 3], to: 2 },
      { action: 'lose', from: [1], to: 3 },
    ],
  },
  properties: {
    reader: text,
    note: text,
    status: { type: 'integer', enum: [1, 2, 3] },
    age: { type: 'integer', 'x-compute': 'age' },
    pin: { ...text, writeOnly: true },
    fee: { type: 'number', 'x-access': { read: 'fees', write: 'loan-fees' } },
  },
};

const compiled = (declared: Partial<ResourceDeclaration>) =>
  compileModel({
    schemas: { loan },
    resources: [{ schema: 'loan', ...declared } as ResourceDeclaration<never>],
    codes: {},
  }).resources.get('loan')!;

describe('a step that is declared', () => {
  it('keeps the states from which it can be taken, unless it says another condition', () => {
    const when = { properties: { reader: { const: 'Ida' } } };
    const { actions } = compiled({ actions: [{ name: 'giveBack' }, { name: 'lose', when }] });
    expect(actions.map((action) => action.when)).toEqual([{ properties: { status: { enum: [1, 3] } } }, when]);
  });

  it('has a permission of its own, or the one it says', () => {
    const { actions } = compiled({ actions: [{ name: 'giveBack' }, { name: 'lose', permission: 'edit' }] });
    expect(actions.map(({ keys }) => keys)).toEqual([['loan-giveBack'], ['loan-edit']]);
  });

  it('is offered with everything else that a role can be given', () => {
    const resource = compiled({ actions: [{ name: 'giveBack' }, { name: 'lose', permission: 'edit' }] });
    expect(offeredKeys(resource).map(({ key }) => key)).toEqual([
      ...['query', 'detail', 'add', 'edit', 'delete', 'import', 'export'].map((word) => `loan-${word}`),
      'loan-giveBack',
      'loan-fees',
    ]);
  });
});

describe('the choices of a resource', () => {
  const shelf: EntitySchema = {
    type: 'object',
    properties: { label: text, boss: { type: 'integer', 'x-ref': { resource: 'clerk' } } },
  };
  const clerk: EntitySchema = { type: 'object', properties: { name: text } };
  const modelOf = (options?: string | readonly string[]) =>
    compileModel({
      schemas: { shelf, clerk },
      resources: [
        {
          schema: 'shelf',
          permission: { base: 'shelf', route: 'shelf-list' },
          form: { groups: [{ key: 'all', fields: ['label', 'boss'] }] },
        },
        { schema: 'clerk', permission: { base: 'clerk', route: 'clerk-list', options } },
      ] as ResourceDeclaration<never>[],
      codes: {},
    });
  const keysOf = (options?: string | readonly string[]) => {
    const model = modelOf(options);
    return choiceKeys(model, model.resources.get('clerk')!);
  };

  it('are opened by the key of its list and by those of a form and a filter that offer it', () => {
    expect(keysOf()).toEqual(['clerk-list', 'shelf-add', 'shelf-edit', 'shelf-list']);
  });

  it('are opened by the keys that it adds, and to every session only where it says so', () => {
    expect(keysOf(['shelf-import'])).toEqual(['clerk-list', 'shelf-add', 'shelf-edit', 'shelf-import', 'shelf-list']);
    expect(keysOf('session')).toBe('session');
  });

  it.each(['sesion', 'shelf-lend', 'clerk-lend', 'public'])('are never opened by "%s", which is no key', (key) => {
    let problems: ModelError['problems'] = [];
    try {
      modelOf([key]);
    } catch (error) {
      ({ problems } = error as ModelError);
    }
    expect(problems.map(({ file, pointer }) => `${file}#${pointer}`)).toEqual([
      'resources/clerk.ts#/permission/options',
    ]);
  });
});

describe('the detail of a declared form', () => {
  const groupsOf = (declared: Partial<ResourceDeclaration>) =>
    compiled(declared).show.groups.map(({ key, fields }) => [key, fields]);

  it('shows what no form has as well, in its first group', () => {
    const form = {
      groups: [
        { key: 'who', fields: ['reader', 'pin'] },
        { key: 'more', fields: ['note'] },
      ],
    };
    expect(groupsOf({ form })).toEqual([
      ['who', ['reader', 'status', 'age', 'fee', 'createTime', 'updateTime']],
      ['more', ['note']],
    ]);
  });

  it('leaves the groups of components alone, and what the detail itself declares', () => {
    const form = { groups: [{ key: 'map', fields: ['note'], component: 'Map', tab: 'place' }] };
    expect(compiled({ form }).show.groups).toEqual([
      form.groups[0],
      { key: 'main', fields: ['reader', 'status', 'age', 'fee', 'createTime', 'updateTime'], tab: 'place' },
    ]);
    expect(groupsOf({ form, show: { groups: [{ key: 'main', fields: ['note'] }] } })).toEqual([['main', ['note']]]);
  });
});

it('entities that require each other are said once, and without that one wish they are sound', () => {
  const to = (resource: string) => ({ type: 'integer', 'x-ref': { resource } }) as const;
  const schemas: Record<string, EntitySchema> = {
    shop: { type: 'object', required: ['name', 'bossId'], properties: { name: text, bossId: to('clerk') } },
    clerk: { type: 'object', required: ['shopId'], properties: { shopId: to('shop') } },
  };
  const compile = () => compileModel({ schemas, resources: [], codes: {} });
  const problems = (() => {
    try {
      compile();
      return [];
    } catch (error) {
      return (error as ModelError).problems;
    }
  })();
  expect(problems).toEqual([expect.objectContaining({ file: 'schemas/shop.json', pointer: '/required/1' })]);
  schemas['shop'] = withoutMistakes(schemas['shop']!, problems)!;
  expect(schemas['shop'].required).toEqual(['name']);
  expect(compile).not.toThrow();
});

it('an action over several rows adds up numbers of theirs, one over a record nothing', () => {
  const problems = (action: Pick<NonNullable<ResourceDeclaration['actions']>[number], 'on' | 'sums'>) => {
    try {
      compiled({ actions: [{ name: 'giveBack', ...action } as never] });
      return [];
    } catch (error) {
      return (error as ModelError).problems.map(({ pointer }) => pointer);
    }
  };
  expect(problems({ on: 'bulk', sums: ['fee'] as never })).toEqual([]);
  const at = '/actions/giveBack/sums';
  for (const sums of [['reader'], ['status'], ['feee']])
    expect([sums, problems({ on: 'bulk', sums: sums as never })]).toEqual([sums, [at]]);
  expect(problems({ sums: ['fee'] as never })).toEqual([at]);
});

describe('further pages of a record', () => {
  const problems = (pages: ResourceDeclaration['pages']): readonly string[] => {
    try {
      compiled({ form: { groups: [{ key: 'basic', fields: ['note'] as never[] }] }, pages });
      return [];
    } catch (error) {
      return (error as ModelError).problems.map(({ pointer, message }) => `${pointer} ${message}`);
    }
  };

  it('name a record and show one thing that there is', () => {
    expect(problems([{ path: '/loan/note/:id', groups: ['basic'] }])).toEqual([]);
    expect(problems([{ path: '/loan/note', groups: ['basik'] }])).toEqual([
      '/pages/0/path "/loan/note" names no record: it needs :id',
      '/pages/0/groups the form has no group "basik"; did you mean "basic"?',
    ]);
    expect(problems([{ path: '/a/:id' }, { path: '/b/:id', groups: ['basic'], document: 'loan' }])).toEqual([
      '/pages/0 a page shows one of groups, list and document',
      '/pages/1 a page shows one of groups, list and document',
    ]);
    expect(
      problems([
        { path: '/a/:id', list: 'loan.note' },
        { path: '/b/:id', document: 'lone' },
      ]),
    ).toEqual([
      '/pages/0/list no relation of loan called "note" points at loan',
      '/pages/1/document there is no schema "lone"; did you mean "loan"?',
    ]);
  });
});
