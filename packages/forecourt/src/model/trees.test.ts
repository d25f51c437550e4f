import { describe, expect, it } from 'vitest';
import { compileModel, type ModelError, offeredViews, resourceOf, type EntitySchema } from './index.ts';

const text = { type: 'string', maxLength: 40 } as const;
const parent = { type: 'integer', 'x-ref': { resource: 'folder' } } as const;
const folder = (change: Partial<EntitySchema> = {}, properties: EntitySchema['properties'] = {}): EntitySchema => ({
  type: 'object',
  'x-tree': 'parentId',
  properties: { name: text, parentId: parent, ...properties },
  ...change,
});
const shelf: EntitySchema = { type: 'object', properties: { label: text } };
const compile = (schema: EntitySchema, views?: object) =>
  compileModel({
    schemas: { folder: schema, shelf },
    resources: views ? [{ schema: 'folder', list: { columns: ['name', 'parentId'], views } } as never] : [],
    codes: {},
  });
const problemsOf = (schema: EntitySchema, views?: object): string[] => {
  try {
    compile(schema, views);
    return [];
  } catch (error) {
    return (error as ModelError).problems.map(({ file, pointer, message }) => `${file}#${pointer}: ${message}`);
  }
};

describe('x-tree', () => {
  it('names the relation to the parent, and offers the tree beside the table', () => {
    const resource = resourceOf(compile(folder()), 'folder');
    expect(resource.entity.tree).toBe('parentId');
    expect(offeredViews(resource.list.views)).toEqual(['table', 'tree']);
    expect(resource.list.views.tree).toEqual({ fields: ['name', 'createTime'] });
  });

  it.each<[string, EntitySchema, string]>([
    ['nothing', folder({ 'x-tree': 'parntId' }), '/x-tree: there is no property "parntId"; did you mean "parentId"?'],
    [
      'no relation',
      folder({ 'x-tree': 'name' }),
      '/x-tree: "name" is no relation to folder itself; its x-ref must name "folder"',
    ],
    [
      'a relation elsewhere',
      folder({}, { parentId: { type: 'integer', 'x-ref': { resource: 'shelf' } } }),
      '/x-tree: "parentId" is no relation to folder itself; its x-ref must name "folder"',
    ],
    [
      'several parents',
      folder({}, { parentId: { type: 'array', items: { type: 'integer' }, 'x-ref': { resource: 'folder' } } }),
      '/x-tree: "parentId" is a list; a row of a tree has one parent',
    ],
    [
      'a parent for all',
      folder({ required: ['parentId'] }),
      '/x-tree: "parentId" is required: no row could be at the top',
    ],
    [
      'a word of its own',
      folder({}, { hasChildren: { type: 'boolean' } }),
      '/properties/hasChildren: a tree has "hasChildren" of its own; call the property otherwise',
    ],
  ])('is refused where it names %s', (_what, schema, problem) => {
    expect(problemsOf(schema)).toContain(`schemas/folder.json#${problem}`);
  });

  it('is a word or nothing', () => {
    expect(problemsOf(folder({ 'x-tree': 7 as never }))[0]).toMatch(/^schemas\/folder\.json#\/x-tree: /);
  });

  it('can be shown first, with other fields, or not at all; without it there is no such view', () => {
    expect(
      resourceOf(compile(folder(), { first: 'tree', tree: { fields: ['name'] } }), 'folder').list.views,
    ).toMatchObject({
      first: 'tree',
      tree: { fields: ['name'] },
    });
    expect(resourceOf(compile(folder(), { tree: false }), 'folder').list.views.tree).toBeUndefined();
    expect(problemsOf(folder({ 'x-tree': undefined }), { first: 'tree' })).toEqual([
      'resources/folder.ts#/list/views/first: the view "tree" is not offered: folder has no fields for it',
    ]);
    expect(problemsOf(folder(), { tree: { fields: ['nme'] } })).toEqual([
      'resources/folder.ts#/list/views/tree/fields/0: folder has no property "nme"; did you mean "name"?',
    ]);
  });
});
