import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readApplication } from '../../application/readApplication.ts';
import { runHere, runScript } from '../../application/testing/runScript.ts';
import { checkApplication } from '../../check/checkApplication.ts';
import { requireFreeName } from '../../new/names.ts';
import type { Imported } from '../imported.ts';
import { namingOf } from '../naming.ts';
import { importDocument } from './importDocument.ts';
import { schemasOf } from './readDocument.ts';

vi.setConfig({ testTimeout: 30_000 });

const PETS = `
openapi: 3.0.3
info: { title: Pets, version: '1' }
paths: {}
components:
  schemas:
    Base:
      type: object
      properties:
        id: { type: integer, format: int64, readOnly: true }
        createdAt: { type: string, format: date-time, readOnly: true }
    Pet:
      allOf:
        - $ref: '#/components/schemas/Base'
        - type: object
          description: 宠物
          required: [name, kind]
          properties:
            name: { type: string, maxLength: 40, description: Pet name }
            kind: { type: string, enum: [cat, dog], default: cat }
            price: { type: number, minimum: 0, exclusiveMinimum: true }
            born: { type: string, format: date }
            notes: { type: string, nullable: true, description: 'Whatever the keeper wants to remember about the animal and its owner' }
            owner: { $ref: '#/components/schemas/Owner' }
            vetId: { type: integer }
            tags: { type: array, items: { $ref: '#/components/schemas/Tag' } }
            address: { $ref: '#/components/schemas/Address' }
            size: { $ref: '#/components/schemas/Size' }
            picture: { type: string, format: binary }
            extra: { oneOf: [{ type: string }, { type: integer }] }
            far: { $ref: 'other.yaml#/Thing' }
            chip: { type: integer, format: int64, minimum: 1, maximum: 9223372036854775807 }
            steps: { type: integer, format: int64, minimum: -9223372036854775000, default: 9007199254740993 }
            age: { type: integer, format: int64, minimum: 0, maximum: 100 }
            meals: { type: integer }
            parts: { type: object, properties: { weight: { type: integer, format: int64 } } }
    Owner:
      type: object
      properties:
        id: { type: string, format: uuid }
        email: { type: string, format: email }
        password: { type: string, format: password }
    Vet: { type: object, properties: { id: { type: integer }, name: { type: string } } }
    Tag: { type: object, properties: { id: { type: integer }, label: { type: string } } }
    Address: { type: object, properties: { street: { type: string }, zip: { type: string, pattern: '^[0-9]+$' } } }
    Badge: { type: object, properties: { id: { type: integer }, code: { type: string, pattern: '^[\\w-.]+$' } } }
    Size: { type: string, enum: [small, large] }
    Plain: { type: string }
    User: { type: object, properties: { id: { type: integer }, nick: { type: string } } }
`;

const folders: string[] = [];
async function temporary(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'forecourt-openapi-'));
  folders.push(folder);
  return folder;
}
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

let imported: Imported;
beforeAll(async () => {
  const { load } = await import('js-yaml');
  const source = await readApplication(await temporary());
  const requireName = (name: string): void => requireFreeName(source, name);
  imported = importDocument(schemasOf(load(PETS)), { naming: namingOf(true), requireName });
});
const entity = (name: string) => imported.entities.find((one) => one.name === name)!;

describe('an OpenAPI document', () => {
  it('becomes entities: objects with an id, and none that is only a part', () => {
    expect(imported.entities.map(({ name }) => name)).toEqual(['pet', 'owner', 'vet', 'tag', 'badge', 'appUser']);
  });

  it.each<[string, string, object]>([
    ['texts', 'name', { type: 'string', maxLength: 40 }],
    ['enums', 'kind', { type: 'string', 'x-codes': 'petKind', default: 'cat' }],
    ['enums of their own', 'size', { type: 'string', 'x-codes': 'size' }],
    ['amounts and limits of 3.0', 'price', { type: 'number', exclusiveMinimum: 0, 'x-widget': 'money' }],
    ['dates', 'born', { type: 'string', format: 'date' }],
    ['long texts', 'notes', { type: 'string', 'x-widget': 'text', description: 'Whatever the keeper wants to remember about the animal and its owner' }],
    ['references', 'ownerId', { type: 'integer', 'x-ref': { resource: 'owner' } }],
    ['numbers named after an entity', 'vetId', { type: 'integer', 'x-ref': { resource: 'vet' } }],
    ['lists of references', 'tagIds', { type: 'array', items: { type: 'integer' }, uniqueItems: true, 'x-ref': { resource: 'tag' } }],
    ['nested documents', 'address', { type: 'object', properties: { street: { type: 'string' }, zip: { type: 'string', pattern: '^[0-9]+$' } } }],
    ['numbers of 64 bits', 'chip', { type: 'integer', format: 'int64', minimum: 1 }],
    ['numbers of 64 bits without what JSON does not hold', 'steps', { type: 'integer', format: 'int64' }],
    ['small numbers as such', 'age', { type: 'integer', minimum: 0, maximum: 100 }],
    ['choices', 'extra', { type: ['object', 'array', 'string', 'number', 'boolean'] }],
  ])('carries over %s', (_what, name, schema) => {
    expect(entity('pet').schema.properties[name]).toEqual(schema);
  }); // prettier-ignore

  it('keeps passwords secret', () => {
    expect(entity('owner').schema.properties['password']).toEqual({
      type: 'string',
      'x-widget': 'secret',
      writeOnly: true,
      'x-sensitive': true,
      'x-bound-to': [],
    });
  });

  it('says what must be filled in, what a record is called and what refers to it', () => {
    expect(entity('pet').schema).toMatchObject({ required: ['name', 'kind'], 'x-title': ['name'] });
    expect(entity('owner').related).toEqual([{ resource: 'pet', field: 'ownerId' }]);
    expect(entity('pet').labels).toEqual({
      'zh-CN': { name: '宠物', fields: {} },
      'en-US': { name: 'Pet', title: 'Pets', fields: { name: 'Pet name', ownerId: 'Owner', vetId: 'Vet', tagIds: 'Tags' } },
    });
  }); // prettier-ignore

  it('names everything that it could not carry over', () => {
    expect(imported.notes.map(({ what, why }) => `${what}: ${why}`)).toEqual([
      'User: is called appUser: user is an entity of the framework: choose another name',
      'Plain: is no object: not an entity',
      'Pet.picture: left out: file contents are uploaded, not stored in a property',
      'Pet.extra: a choice of schemas becomes a value of any form',
      'Pet.far: left out: other.yaml#/Thing is not in this document',
      'Pet.steps: the minimum -9223372036854775000 is not carried over: only whole numbers of at most 15 digits limit one of 64 bits',
      'Pet.steps: the default 9007199254740992 is not carried over',
      'Pet.meals: becomes a whole number of 32 bits until "format": "int64" says more',
      'Pet.parts.weight: becomes a whole number of 32 bits, as every one inside a document or a list',
      'Owner.id: the key becomes a number',
    ]);
  });

  it('of 3.1 says nullable with a type, and limits with the limit', () => {
    const schemas = schemasOf({
      openapi: '3.1.0',
      components: {
        schemas: { Note: { type: 'object', properties: { id: { type: 'integer' }, stars: { type: ['integer', 'null'], exclusiveMaximum: 6 }, of: { anyOf: [{ $ref: '#/components/schemas/Note' }, { type: 'null' }] } } } },
      },
    }); // prettier-ignore
    const { entities } = importDocument(schemas, { naming: namingOf(true), requireName: () => undefined });
    expect(entities[0]!.schema.properties).toEqual({
      stars: { type: 'integer', exclusiveMaximum: 6 },
      ofId: { type: 'integer', 'x-ref': { resource: 'note' } },
    });
  });
});

const METERS = `
openapi: 3.1.0
components:
  schemas:
    Meter:
      type: object
      properties:
        id: { type: integer }
        name: { type: string }
        value: { type: [string, integer] }
        amount: { type: [integer, number] }
        anything: { type: [object, string] }
        kind: { const: energy }
        current: { type: number }
        price: { type: number }
        rate_price: { type: number, multipleOf: 0.001 }
        pair: { type: array, prefixItems: [{ type: string }, { type: integer }] }
        zip: { $ref: '#/components/schemas/Address/properties/zip' }
        permissions: { type: array, items: { type: string, enum: [get-all, post-all] } }
        word: { type: string, enum: [constructor, __proto__, '', v1, v1.5] }
        kinds:
          type: object
          required: [cash management]
          properties: { cash management: { type: boolean }, '529': { type: boolean }, owner.any: { type: string }, $scope: { type: string }, of: { oneOf: [{ type: string }, { type: object }] } }
    Address: { type: object, properties: { id: { type: integer }, $id: { type: string }, zip: { type: string, maxLength: 5 } } }
`;

describe('what an OpenAPI document says in its own way', () => {
  let meters: Imported;
  beforeAll(async () => {
    const { load } = await import('js-yaml');
    meters = importDocument(schemasOf(load(METERS)), { naming: namingOf(false), requireName: () => undefined });
  });
  const property = (name: string): unknown => meters.entities[0]!.schema.properties[name];
  const anything = ['object', 'array', 'string', 'number', 'boolean'];

  it.each<[string, string, object]>([
    ['one of several plain types', 'value', { type: 'string' }],
    ['whole numbers and others', 'amount', { type: 'number', 'x-widget': 'money' }],
    ['a document or a text', 'anything', { type: anything }],
    ['the only value', 'kind', { type: 'string', 'x-codes': 'meterKind' }],
    ['what only ends like an amount', 'current', { type: 'number' }],
    ['an amount', 'price', { type: 'number', 'x-widget': 'money' }],
    ['a price finer than money', 'rate_price', { type: 'number', multipleOf: 0.001 }],
    ['a list by places', 'pair', { type: 'array', items: { type: anything } }],
    ['a part of another component', 'zip', { type: 'string', maxLength: 5 }],
    ['a list of choices', 'permissions', { type: 'array', items: { type: 'string', enum: ['get-all', 'post-all'] } }],
    ['names that no property can have', 'kinds', { type: 'object', required: ['cashManagement'], properties: { cashManagement: { type: 'boolean' }, column529: { type: 'boolean' }, ownerAny: { type: 'string' }, scope: { type: 'string' }, of: { type: anything } } }],
  ])('is carried over: %s', (_what, name, schema) => {
    expect(property(name)).toEqual(schema);
  }); // prettier-ignore

  it('keeps codes that objects of JavaScript have, and leaves out the empty one', () => {
    expect(meters.codes['meterWord']).toEqual(['constructor', '__proto__', 'v1', 'v1.5']);
  });

  it('is named where less or something else is left', () => {
    const said = meters.notes.map(({ what, why }) => `${what}: ${why}`);
    for (const line of [
      'Meter.value: holds one of string, integer: becomes a text',
      'Meter.anything: holds one of object, string: a value of any form',
      'Meter.pair: a list with a schema for each place becomes a list of values of any form',
      'Meter.word: the empty code is no code',
      'Meter.kinds.cash management: is called cashManagement: such a name cannot be',
      'Meter.kinds.$scope: is called scope: such a name cannot be',
      'Meter.kinds.of: a choice of schemas becomes a value of any form',
      'Address.$id: is called idValue: id is something else here',
    ])
      expect(said).toContain(line);
  });
});

describe('npm run import-schema -- --openapi', () => {
  it.each([
    ['yaml', runScript],
    ['json', runHere],
  ])('writes an application without mistakes from %s', async (ending, run) => {
    const folder = await temporary();
    const file = path.join(folder, `pets.${ending}`);
    const { load } = await import('js-yaml');
    await writeFile(file, ending === 'yaml' ? PETS : JSON.stringify(load(PETS)));
    const out = path.join(folder, 'app');
    const { code, stdout, stderr } = await run('import/command.ts', ['--openapi', file, '--out', out]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('Pet.far: left out');
    expect(stdout).toContain('badge/properties/code/pattern: left out');
    expect(await checkApplication(out)).toEqual([]);
  });

  it('refuses what is no OpenAPI 3 document, and says where JSON is broken', async () => {
    const folder = await temporary();
    const run = async (text: string): Promise<string> => {
      await writeFile(path.join(folder, 'some.json'), text);
      return (await runHere('import/command.ts', ['--openapi', path.join(folder, 'some.json'), '--out', folder]))
        .stderr;
    };
    expect(await run('{ "swagger": "2.0" }')).toContain('OpenAPI 3.0 and 3.1 are read; this is 2.0');
    expect(await run('{\n  "openapi": 3.0.1 }')).toContain('some.json:2:17 expected');
  });
});
