import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { writeFile } from 'node:fs/promises';
import { UsageError } from '../../application/options.ts';
import { checkApplication } from '../../check/checkApplication.ts';
import { importSchema } from '../importSchema.ts';

vi.setConfig({ testTimeout: 120_000 });

/** Names that some real document has, and names that no table can have. */
const NAMES = [
  'id', '$id', 'ID', 'name', 'type', 'cash management', '529', 'owner.any', '$scope', '$parent', '', ' ', '__proto__', 'constructor', 'toString',
  'hasOwnProperty', 'format', 'values', 'columns', 'pageNo', 'page_no', 'ids', 'keyword', 'q', 'createTime', 'created_at', 'updateTime', 'deleteTime', 'select', 'order', 'user', 'User', 'role',
  'codes', 'index', 'internal', 'string', 'number', 'a/b', 'a~b', 'a-b', 'a_b', 'aB', 'AB', '日期', 'ชื่อ', '😀', 'x'.repeat(70), '价'.repeat(30), 'pg_x', 'owner', 'ownerId', 'ownerName', 'owner_id',
  'tags', 'parent', 'current', 'price', 'notes', 'outside', 'hasChildren', 'default', 'class', 'periodStart', 'period', 'periodEnd', '%{x}', "it's", '"', '\n', 'null',
] as const; // prettier-ignore
const name = fc.oneof(fc.constantFrom(...NAMES), fc.string({ maxLength: 8 }));
const components = fc.constantFrom(...NAMES);
const pointer = (text: string): string => encodeURIComponent(text.replaceAll('~', '~0').replaceAll('/', '~1'));
const reference = fc.oneof(
  components.map((to) => ({ $ref: `#/components/schemas/${pointer(to)}` })),
  fc.tuple(components, components).map(([to, part]) => ({ $ref: `#/components/schemas/${pointer(to)}/properties/${pointer(part)}` })),
  fc.constantFrom({ $ref: '#/nowhere' }, { $ref: 'other.yaml#/X' }, { $ref: '#/components/schemas/%' }),
); // prettier-ignore
const code = fc.oneof(name, fc.integer(), fc.constantFrom(null, true, 1.5, '', 'a', 'a.b', 'a.b.c'));
const documented = fc.record(
  { description: name, title: name, readOnly: fc.boolean(), default: fc.oneof(code, fc.constant({}), fc.constant([])) },
  { requiredKeys: [] },
);
const plain = fc.oneof(
  fc.record({ type: fc.constantFrom('string', 'integer', 'number', 'boolean', 'null', 'file') }),
  fc.record({ type: fc.constant('string'), format: fc.constantFrom('date', 'date-time', 'uuid', 'binary', 'password', 'email', 'time', 'x') }),
  fc.record({ type: fc.constant('string'), pattern: fc.constantFrom('^[\\w-.]+$', '(', 'a*', ''), maxLength: fc.integer({ min: 0, max: 3000 }) }),
  fc.record({ type: fc.constantFrom('integer', 'number'), format: fc.constantFrom('int32', 'int64', 'double'), minimum: fc.integer(), exclusiveMinimum: fc.oneof(fc.boolean(), fc.integer()), maximum: fc.integer(), multipleOf: fc.constantFrom(0, 0.01, 5) }),
  fc.record({ type: fc.constantFrom('string', 'integer'), enum: fc.array(code, { maxLength: 4 }) }),
  fc.record({ const: code }),
  fc.record({ type: fc.array(fc.constantFrom('string', 'integer', 'boolean', 'null', 'object', 'array'), { maxLength: 3 }) }),
  fc.constantFrom<object>({}, { type: 'string', nullable: true }),
); // prettier-ignore
const { schema } = fc.letrec<{ schema: object; properties: object }>((tie) => ({
  properties: fc
    .uniqueArray(fc.tuple(name, tie('schema')), { maxLength: 6, selector: ([key]) => key })
    .map((entries) => Object.fromEntries(entries) as object),
  schema: fc
    .tuple(
      documented,
      fc.oneof(
        { depthSize: 'small', maxDepth: 3 },
        plain,
        reference,
        fc.record({ type: fc.constant('array'), items: tie('schema') }),
        fc.record({ type: fc.constant('array'), prefixItems: fc.array(tie('schema'), { maxLength: 2 }) }),
        fc.record({ type: fc.constant('object'), properties: tie('properties'), required: fc.array(name, { maxLength: 3 }) }),
        fc.record({ allOf: fc.array(tie('schema'), { maxLength: 2 }) }),
        fc.record({ oneOf: fc.array(tie('schema'), { maxLength: 2 }) }),
      ),
    )
    .map(([about, what]) => ({ ...about, ...what })),
})); // prettier-ignore
const entity = fc.record({
  type: fc.constant('object'),
  required: fc.array(name, { maxLength: 3 }),
  properties: fc
    .uniqueArray(fc.tuple(name, schema), { minLength: 1, maxLength: 8, selector: ([key]) => key })
    .map((entries) => Object.fromEntries([['id', { type: 'integer' }], ...entries]) as object),
});
const document = fc
  .uniqueArray(fc.tuple(components, fc.oneof({ weight: 4, arbitrary: entity }, { weight: 1, arbitrary: schema })), {
    minLength: 1,
    maxLength: 6,
    selector: ([key]) => key,
  })
  .map((entries) => ({ openapi: '3.1.0', paths: {}, components: { schemas: Object.fromEntries(entries) } }));

it('becomes an application without mistakes, whatever an OpenAPI document says', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'forecourt-any-'));
  let run = 0;
  try {
    await fc.assert(
      fc.asyncProperty(document, async (content) => {
        const [file, out] = [path.join(folder, `${++run}.json`), path.join(folder, `app${run}`)];
        await writeFile(file, JSON.stringify(content));
        try {
          await importSchema({ openapi: file }, { out });
        } catch (error) {
          // A document may hold nothing that a record could be made of.
          if (error instanceof UsageError && /nothing to import/.test(error.message)) return;
          throw error;
        }
        const errors = (await checkApplication(out)).filter(({ level }) => level === 'error');
        expect(errors).toEqual([]);
      }),
      { numRuns: Number(process.env['DOCUMENTS'] ?? 15), endOnFailure: true },
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
