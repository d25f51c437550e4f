import { describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { defineResource, type EntitySchema } from '../../../model/index.ts';
import { defineApplication } from '../../platform/index.ts';
import type { NotificationKind } from '../../contract.ts';
import { checkNotifications } from './kinds.ts';

const room: EntitySchema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
const visit: EntitySchema = {
  type: 'object',
  properties: {
    roomId: { type: 'integer', 'x-ref': { resource: 'room' } },
    phone: { type: 'string', 'x-mask': 'phone' },
    salary: { type: 'number', 'x-access': { read: 'detail' } },
    state: { type: 'integer' },
  },
};
const KIND: NotificationKind = {
  topic: 'visits',
  resource: 'visit',
  permission: 'visit-edit',
  becomes: { state: [1] },
};
const due = () => sql`select id, '' as key from visit`;

function check(changes: Partial<NotificationKind>): void {
  const module = { notifications: { came: { ...KIND, ...changes } }, account: { notifications: ['visits'] } };
  const { model } = defineApplication({
    schemas: { 'schemas/room.json': room, 'schemas/visit.json': visit },
    resources: [defineResource({ schema: 'visit' }), defineResource({ schema: 'room' })],
    locale: { currency: 'THB', languages: [{ code: 'en-US', name: 'English' }], zone: 'Asia/Bangkok' },
    texts: { 'en-US': {} },
    module,
  });
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
