import { describe, expect, test } from 'vitest';
import { application } from '../../src/application.ts';
import type { Resource } from 'forecourt/model';
import documented from './documentedScreens.json';

/**
 * What the requirements say of every screen, written down apart from the code: the fields of a record, those that it cannot do without, what its list
 * shows and what it is searched by. A list may have more, and may keep a column for those who choose it.
 */
interface Documented {
  readonly required?: string;
  /** What it never lacks, though nobody need enter it. */
  readonly always?: string;
  readonly fields?: string;
  readonly columns?: string;
  readonly filters?: string;
  /** Where its keyword is looked for. */
  readonly searched?: string;
}

const { model } = application;
const resource = (name: string): Resource => model.resources.get(name)!;

const rows = (part: keyof Documented): [resource: string, name: string][] =>
  Object.entries(documented as Record<string, Documented>).flatMap(([of, told]) =>
    (told[part]?.split(' ') ?? []).map((name): [string, string] => [of, name]),
  );

const columnsOf = ({ list }: Resource): readonly string[] => [...list.columns, ...list.hiddenColumns];

/** Where one sees it or enters it. */
function seenIn(one: Resource): readonly string[] {
  const groups = [...one.form.groups, ...one.show.groups];
  return [...columnsOf(one), ...groups.flatMap(({ fields }) => fields)];
}

describe('a record', () => {
  test.each(rows('required'))('of %s needs its %s', (of, name) => {
    const field = resource(of).entity.byName.get(name)!;
    // Some need it in some of their states: then a condition says in which.
    expect(field.required || field.require !== undefined).toBe(true);
    expect(seenIn(resource(of))).toContain(name);
  });

  test.each(rows('always'))('of %s is never without its %s', (of, name) =>
    expect(resource(of).entity.byName.get(name)!.required).toBe(true),
  );

  test.each(rows('fields'))('of %s has its %s', (of, name) => {
    expect(resource(of).entity.byName.has(name)).toBe(true);
    expect(seenIn(resource(of))).toContain(name);
  });
});

describe('a list', () => {
  test.each(rows('columns'))('of %s has the column %s', (of, name) => expect(columnsOf(resource(of))).toContain(name));

  test.each(rows('filters'))('of %s is searched by %s', (of, name) => {
    const offered = resource(of).list.filters.filter(({ hidden }) => !hidden);
    expect(offered.map((filter) => filter.name)).toContain(name);
  });

  test.each(rows('searched'))('of %s looks for its keyword in %s', (of, name) => {
    const keyword = resource(of).list.filters.find((filter) => filter.name === 'keyword')!;
    expect(keyword.paths.map(({ steps, last }) => [...steps.map(({ field }) => field), last].join('.'))).toContain(
      name,
    );
  });
});
