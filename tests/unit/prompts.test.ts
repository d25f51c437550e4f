import { describe, expect, it } from 'vitest';
import { application } from '../../src/application.ts';
import { calls } from '../../src/rental/calls/index.ts';

/** What a dialog asks for before a call is what the call takes: nothing that it needs is called optional, and nothing is asked in vain. */
const { model } = application;

interface Input {
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, unknown>>;
}
const inputs = new Map<string, Input>(
  Object.values(calls).map(({ method, path, input }) => [`${method} ${path}`, input as unknown as Input]),
);

const prompts = [...model.resources.values()].flatMap((resource) =>
  resource.actions.flatMap((action) => {
    const input = inputs.get(`POST ${action.post}`);
    const { ask = [], body = {}, idAs = 'id', require = [] } = action;
    if (!input || action.component || ask.length === 0) return [];
    const given = new Set<string>([...Object.keys(body), action.on === 'bulk' && !action.each ? 'ids' : idAs]);
    const must = ask.filter((name) => resource.entity.byName.get(name)?.required || require.includes(name));
    return [{ name: `${resource.name} ${action.name}`, ask, must, given, input }];
  }),
);

describe.each(prompts)('$name', ({ ask, must, given, input: { required = [], properties = {} } }) => {
  it('must be told what its call needs', () => {
    expect(required.filter((name) => !given.has(name) && !must.includes(name))).toEqual([]);
  });

  it('is told nothing that its call does not take', () => {
    expect(ask.filter((name) => !Object.hasOwn(properties, name))).toEqual([]);
  });
});

it('looks at the prompts of the cars', () => {
  expect(prompts.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['vehicle dispatch', 'vehicle changeowner', 'vehicle copy', 'maintenance complete']),
  );
});
