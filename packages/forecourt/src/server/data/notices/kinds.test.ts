import { describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { defineResource, type EntitySchema } from '../../../model/index.ts';
import { defineApplication } from '../../platform/index.ts';
import type { Actor, NotificationKind } from '../../contract.ts';
import { checkNotifications, kindsOf, mayHear } from './kinds.ts';

const room: EntitySchema = {
  type: 'object',
  properties: { name: { type: 'string' } },
  required: ['name'],
  'x-title': ['name'],
};
const visit: EntitySchema = {
  type: 'object',
  properties: {
    roomId: { type: 'integer', 'x-ref': { resource: 'room' } },
    phone: { type: 'string', 'x-mask': 'phone' },
    salary: { type: 'number', 'x-access': { read: 'detail' } },
    state: { type: 'integer' },
    place: { type: 'string', 'x-template': 'in {roomId.name}' },
  },
};
const KIND: NotificationKind = {
  topic: 'visits',
  resource: 'visit',
  permission: 'visit-edit',
  becomes: { state: [1] },
};
const due = () => sql`select id, '' as key from visit`;

function application(changes: Partial<NotificationKind>) {
  const module = {
    notifications: { came: { ...KIND, ...changes } },
    account: { notifications: ['visits'] },
  };
  const { model } = defineApplication({
    schemas: { 'schemas/room.json': room, 'schemas/visit.json': visit },
    resources: [defineResource({ schema: 'visit' }), defineResource({ schema: 'room' })],
    locale: {
      currency: 'THB',
      languages: [{ code: 'en-US', name: 'English' }],
      zone: 'Asia/Bangkok',
    },
    texts: { 'en-US': {} },
    module,
  });
  return { model, module };
}

function check(changes: Partial<NotificationKind>): void {
  const { model, module } = application(changes);
  checkNotifications(model, module);
}

describe('what users are told of', () => {
  it('may be any property or path that everybody who sees the record may read', () => {
    expect(() => check({ says: { room: 'roomId', name: 'roomId.name', state: 'state' } })).not.toThrow();
  });

  it.each([
    ['what is masked', { says: { who: 'phone' } }, 'not for everybody'],
    ['what is restricted', { says: { pay: 'salary' } }, 'not for everybody'],
    ['a path that leads nowhere', { says: { room: 'state.name' } }, 'leads nowhere'],
    ['what is not there', { says: { room: 'roomId.size' } }, 'stores no "size"'],
    ['a property that is not there', { becomes: { size: [1] } }, 'no property "size"'],
    ['a user whom nothing names', { to: 'ownerId' }, 'no property "ownerId"'],
    ['a switch that nobody has', { topic: 'others' }, 'no switch "others"'],
    ['a filter that the list has not', { opens: { size: '1' } }, 'no filter "size"'],
    ['no permission', { permission: [] }, 'no permission'],
    ['another resource', { resource: 'guest' }, 'no resource "guest"'],
    ['neither a change nor what is due', { becomes: undefined }, 'either'],
    ['both of them', { due }, 'either'],
  ])('is refused at the start: %s', (_what, changes, words) => {
    expect(() => check(changes as Partial<NotificationKind>)).toThrow(words);
  });
});

describe('who is told', () => {
  const hears = (changes: Partial<NotificationKind>, fields: Actor['fields']): boolean => {
    const { model, module } = application(changes);
    const [kind] = kindsOf(model, module);
    const permissions = new Set([kind!.permission, `${kind!.of.permission.base}-query`].flat());
    const actor: Actor = {
      id: 1,
      username: '',
      name: '',
      roleId: 1,
      permissions,
      scope: 'all',
      facts: {},
      fields,
    };
    return mayHear(model, kind!, actor);
  };

  it.each([
    ['the name that the record of a relation is called by', { says: { room: 'roomId' } }, { room: { name: 'hidden' } }],
    ['the same, masked', { says: { room: 'roomId' } }, { room: { name: 'masked' } }],
    ['what a text is put together of', { says: { at: 'place' } }, { room: { name: 'hidden' } }],
    ['what it became', {}, { visit: { state: 'hidden' } }],
  ] as const)('is nobody whose role closes %s', (_what, changes, fields) => {
    expect(hears(changes, undefined)).toBe(true);
    expect(hears(changes, { visit: { phone: 'hidden' } })).toBe(true);
    expect(hears(changes, fields)).toBe(false);
  });
});
