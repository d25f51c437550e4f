import SCIMMY from 'scimmy';
import { GROUP, KEPT, USER } from './definitions.ts';
import { isObject, type Json } from './resource.ts';
import { judged, ScimRefusal } from './scimRefusal.ts';

const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const MOST_OPERATIONS = 1_000;

interface Operation {
  readonly op: string;
  readonly path?: string;
  readonly value?: unknown;
}

/** Entra sends `"False"`. */
function asFlag(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const said = value.trim().toLowerCase();
  return said === 'true' ? true : said === 'false' ? false : value;
}

/** `emails[type eq "work"].value` of Entra names an entry that is not there before the first: the one address is set as a whole. */
function oneEmail({ op, path = '', value }: Operation): Operation {
  if (!/^emails\b/i.test(path) || /^emails$/i.test(path)) return { op, path, value };
  if (/\btype\s+eq\s+"(?!work")/i.test(path) || !/(\]|emails)(\.value)?$/i.test(path))
    // Of another address, or of the kind of this one: neither is kept.
    return { op, path: 'nothing' };
  if (op === 'remove') return { op, path: 'emails' };
  const said = isObject(value) ? value['value'] : value;
  return { op: 'replace', path: 'emails', value: [{ value: said, type: 'work', primary: true }] };
}

/** Of a member only its id is read: what else is sent of it may be of another kind with every directory. */
const membersOnly = (value: unknown): unknown =>
  [value].flat().map((member) => {
    if (!isObject(member)) return typeof member === 'string' ? { value: member } : member;
    const { value: id, type } = member;
    if (type === 'Group') throw new ScimRefusal(400, 'invalidValue', 'A member of a group is a user');
    return { value: id };
  });

const plainPath = (path: string): string => path.replace(/^urn:ietf:params:scim:schemas:core:2\.0:(User|Group):/i, '');
const rootOf = (path: string): string => plainPath(path).split(/[.[]/, 1)[0]!;

/** The name of the standard, whatever its case; undefined where it is one that is read over. */
function keptName(schema: string, path: string): string | undefined {
  const root = rootOf(path).toLowerCase();
  return KEPT[schema]!.find((name) => name.toLowerCase() === root);
}

/** Each property of a value without a path becomes an operation: `{ "name.familyName": "…" }` is one of `name.familyName`. */
const apart = ({ op, path, value }: Operation): readonly Operation[] =>
  path === undefined && isObject(value)
    ? Object.entries(value).map(([name, inner]) => ({ op, path: plainPath(name), value: inner }))
    : [{ op, ...(path !== undefined && { path: plainPath(path) }), value }];

function readOperation(said: unknown): Operation {
  if (!isObject(said) || typeof said['op'] !== 'string')
    throw new ScimRefusal(400, 'invalidSyntax', 'An operation has an op');
  const { op, path, value } = said;
  const name = op.toLowerCase();
  if (!['add', 'replace', 'remove'].includes(name))
    throw new ScimRefusal(400, 'invalidSyntax', 'An op is add, replace or remove');
  if (path !== undefined && (typeof path !== 'string' || path === ''))
    throw new ScimRefusal(400, 'invalidPath', 'A path is a text');
  if (path === undefined && (name === 'remove' || !isObject(value)))
    throw new ScimRefusal(400, 'noTarget', 'An operation without a path has an object of values');
  return { op: name, ...(path !== undefined && { path }), value };
}

/** The operations in the words of the standard, without those of attributes that are not kept: directories send whatever they have. */
function normal(schema: string, operations: readonly unknown[]): readonly Operation[] {
  return (
    operations
      .map(readOperation)
      .flatMap(apart)
      .map((operation) => (schema === USER ? oneEmail(operation) : operation))
      .filter(({ path = '' }) => keptName(schema, path) !== undefined)
      .map((operation) =>
        operation.path?.toLowerCase() === 'active' ? { ...operation, value: asFlag(operation.value) } : operation,
      )
      .map((operation) =>
        operation.path?.toLowerCase() === 'members' && operation.value !== undefined && operation.value !== null
          ? { ...operation, value: membersOnly(operation.value) }
          : operation,
      )
      // What is empty is taken away.
      .map(({ op, path, value }) =>
        op !== 'remove' && (value === null || value === '')
          ? { op: 'remove', path: path! }
          : { op, path: path!, value },
      )
      .map(({ op, path, value }) => (op === 'remove' && value === undefined ? { op, path } : { op, path, value }))
  );
}

/** What becomes of a resource by the operations of a patch. */
export async function patched(schema: string, resource: Json, body: unknown): Promise<Json> {
  const { schemas, Operations: operations } = isObject(body) ? body : {};
  if (!Array.isArray(schemas) || !schemas.includes(PATCH) || !Array.isArray(operations) || operations.length === 0)
    throw new ScimRefusal(400, 'invalidSyntax', 'Send a PatchOp with operations');
  if (operations.length > MOST_OPERATIONS)
    throw new ScimRefusal(400, 'tooMany', `Send at most ${MOST_OPERATIONS} operations at a time`);
  const wanted = normal(schema, operations);
  if (wanted.length === 0) return resource;
  const { meta: _meta, groups: _groups, ...own } = resource;
  const { User, Group } = SCIMMY.Schemas;
  const Kind = schema === USER ? User : Group;
  return judged(async () => {
    const before = new Kind(structuredClone(own), 'out');
    const message = new SCIMMY.Messages.PatchOp({ schemas: [PATCH], Operations: [...wanted] } as never);
    const after = (await message.apply(before as never, async (instance) => instance)) ?? before;
    const content = JSON.parse(JSON.stringify(after)) as Json;
    // The library leaves a list out that has become empty, or was not to be seen.
    const hasMembers = 'members' in own || wanted.some(({ path = '' }) => keptName(schema, path) === 'members');
    return schema === GROUP && hasMembers ? { ...content, members: content['members'] ?? [] } : content;
  });
}

/** What of a whole resource is kept, judged by the schema of the standard. */
export async function taken(schema: string, body: unknown): Promise<Json> {
  if (!isObject(body)) throw new ScimRefusal(400, 'invalidSyntax', 'Send one resource');
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(body)) {
    const own = keptName(schema, name);
    if (own === undefined || value === null || value === '') continue;
    kept[own] = own === 'active' ? asFlag(value) : own === 'members' ? membersOnly(value) : value;
  }
  const { User, Group } = SCIMMY.Schemas;
  const Kind = schema === USER ? User : Group;
  return judged(() => JSON.parse(JSON.stringify(new Kind({ schemas: [schema], ...kept } as never, 'in'))) as Json);
}
