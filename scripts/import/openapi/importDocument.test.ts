import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readApplication } from '../../application/readApplication.ts';
import { runHere, runScript } from '../../application/testing/runScript.ts';
import { checkApplication } from '../../check/checkApplication.ts';
import { requireFreeName } from '../../new/names.ts';
import { namingOf, type Imported } from '../imported.ts';
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
    ['choices', 'extra', { type: 'object' }],
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
      'Pet.extra: a choice of schemas becomes a document of any form',
      'Pet.far: left out: other.yaml#/Thing is not in this document',
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
