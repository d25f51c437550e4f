import { relationOf, type FieldKind, type Model } from '../../model/index.ts';
import type { ServerModule } from '../contract.ts';

/** What the framework itself reads and writes of an application's entities, by property and the kinds it can have. */
const REQUIRED: Readonly<Record<string, Readonly<Record<string, readonly FieldKind[]>>>> = {
  user: {
    username: ['string'],
    phone: ['string'],
    password: ['string'],
    name: ['string'],
    email: ['string'],
    avatar: ['file'],
    custom: ['json'],
    notification: ['json'],
    roleId: ['ref'],
    status: ['code', 'integer'],
  },
  role: { name: ['string'], code: ['string'], menuIds: ['refs'] },
  menu: { path: ['string'], title: ['json'], status: ['code', 'integer'] },
  operationLog: { time: ['dateTime'], module: ['string'], action: ['string'] },
  loginLog: {
    time: ['dateTime'],
    username: ['string'],
    result: ['code', 'integer'],
    message: ['string'],
    ip: ['string'],
    userAgent: ['string'],
  },
};

/** What a stolen session could take an account over with, or widen its rights: changed after a recent proof of the password only. */
const PROVEN: Readonly<Record<string, readonly string[]>> = {
  user: ['username', 'phone', 'email', 'password', 'roleId', 'dataScope'],
  role: ['menuIds', 'sessionHours', 'idleMinutes', 'secondFactor'],
};

/** Throws with every entity and property that sign-in, permissions and logs need and the model does not have. */
export function requireIdentityEntities(model: Model): void {
  const missing: string[] = [];
  for (const [name, properties] of Object.entries(REQUIRED)) {
    const entity = model.entities.get(name);
    if (!entity) {
      missing.push(`schemas/${name}.json is missing; it needs the properties ${Object.keys(properties).join(', ')}`);
      continue;
    }
    for (const [property, kinds] of Object.entries(properties)) {
      const field = entity.byName.get(property);
      if (!field) missing.push(`schemas/${name}.json#/properties: "${property}" is missing`);
      else if (!kinds.includes(field.kind)) {
        missing.push(
          `schemas/${name}.json#/properties/${property}: must be of kind ${kinds.join(' or ')}, not ${field.kind}`,
        );
      }
    }
    for (const property of [...(PROVEN[name] ?? []), ...(name === 'user' ? [scopeProperty(model)] : [])]) {
      const field = property === undefined ? undefined : entity.byName.get(property);
      if (field && field.schema['x-proof'] !== true)
        missing.push(`schemas/${name}.json#/properties/${property}: must say "x-proof": true`);
    }
    if (name === 'user' && entity.deletion !== 'soft')
      missing.push('schemas/user.json: must say "x-delete": "soft", logs keep the name');
  }
  if (missing.length > 0) throw new Error(`Sign-in, permissions and logs cannot work:\n${missing.join('\n')}`);
}

/** Throws where the application has a scope and nothing says what of it a user sees: everybody would see everything. */
export function requireScope(model: Model, { userScope }: Pick<ServerModule, 'userScope'>): void {
  if (model.scopeEntity && !userScope && scopeProperty(model) === undefined)
    throw new Error(
      `The scope is "${model.scopeEntity}", but schemas/user.json has no list of them ("x-ref" on an array) and no userScope is registered`,
    );
}

/** The property of a user that lists the scope records he or she sees, where the application has a scope. */
export function scopeProperty(model: Model): string | undefined {
  const { scopeEntity } = model;
  if (!scopeEntity) return undefined;
  return model.entities
    .get('user')
    ?.fields.find((field) => relationOf(field) === 'many' && field.ref?.resource === scopeEntity)?.name;
}
