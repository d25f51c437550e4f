import { compileModel, type CodeTables, type EntitySchema, type Model } from 'forecourt/model';

/** Houses in towns, with everything that a history has to treat differently. */
export const houseSchemas: Record<string, EntitySchema> = {
  town: {
    type: 'object',
    'x-scope': 'id',
    'x-zone': 'zone',
    properties: { name: { type: 'string', maxLength: 40 }, zone: { type: 'string' } },
  },
  painter: { type: 'object', 'x-delete': 'soft', properties: { name: { type: 'string', maxLength: 40 } } },
  house: {
    type: 'object',
    required: ['name', 'townId'],
    'x-history': true,
    'x-scope': 'townId',
    'x-zone': 'townId.zone',
    'x-states': { field: 'status', initial: 1, transitions: [{ action: 'close', from: [1], to: 2 }] },
    properties: {
      name: { type: 'string', maxLength: 40, 'x-unique': 'msg.duplicate' },
      townId: { type: 'integer', 'x-ref': { resource: 'town' } },
      painterId: { type: 'integer', 'x-ref': { resource: 'painter' } },
      painterIds: { type: 'array', items: { type: 'integer' }, 'x-ref': { resource: 'painter', as: 'painters' } },
      colour: { type: 'integer', 'x-codes': 'colour' },
      status: { type: 'integer', 'x-codes': 'status', default: 1 },
      price: { type: 'number', minimum: 0, 'x-widget': 'money' },
      phone: { type: 'string', maxLength: 20, 'x-mask': 'phone' },
      pin: { type: 'string', maxLength: 20, 'x-sensitive': true },
      cost: { type: 'number', 'x-widget': 'money', 'x-access': { read: 'enable', write: 'enable' } },
      tax: { type: 'number', 'x-widget': 'money', 'x-access': { write: 'enable' } },
      builtAt: { type: 'string', format: 'date-time' },
      detail: { type: 'object', properties: { floors: { type: 'integer', maximum: 9 } } },
      seen: { type: 'integer', readOnly: true },
      sealed: { type: 'boolean' },
      note: {
        type: 'string',
        maxLength: 40,
        'x-edit': { properties: { sealed: { not: { const: true } } } },
      },
      attic: { type: 'string', maxLength: 40 },
    },
  },
  shed: { type: 'object', properties: { name: { type: 'string' } } },
};

export const houseCodes: CodeTables = {
  colour: [{ code: 1 }, { code: 2 }, { code: 3 }],
  status: [{ code: 1 }, { code: 2 }],
};

export const houseModel = (house: EntitySchema = houseSchemas['house']!, tables: CodeTables = houseCodes): Model =>
  compileModel({ schemas: { ...houseSchemas, house }, resources: [], codes: tables, scopeEntity: 'town' });
