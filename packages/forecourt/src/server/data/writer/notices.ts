import type { Entity } from '../../../model/index.ts';
import type { NotificationKind } from '../../contract.ts';
import { asParameter } from '../kinds/index.ts';
import type { Caller } from '../caller.ts';
import type { Engine } from '../query/index.ts';
import { all, any, column, SQL, joinSql, type Parameters, type Sql } from '../sql/index.ts';
import { WHO, whose } from './audit.ts';

/** The row as it is written, and as it was. */
const NEW = SQL`n`;

type Becoming = NonNullable<NotificationKind['becomes']>;

/** Whether a property has come to be what somebody is told of. */
function hasBecome(
  engine: Engine,
  entity: Entity,
  parameters: Parameters,
  [name, wanted]: [string, Becoming[string]],
  isNew: boolean,
): Sql {
  const field = entity.byName.get(name)!;
  const value = column(NEW, name);
  const values = (wanted === 'anew' ? [] : wanted).map((one) => {
    const parameter = asParameter(field, one, engine.model.codes);
    return parameters.add(parameter.value, parameter.type);
  });
  return all([
    wanted === 'anew' ? SQL`${value} is not null` : SQL`${value} in (${joinSql(values)})`,
    ...(isNew ? [] : [SQL`${value} is distinct from ${column('old', name)}`]),
  ]);
}

/**
 * What users are told of by a write, as parts of its own statement (`_n`, of a change also `_old`): so it is known if and only if the change is. `changed`
 * names the columns of a change; what watches none of them costs nothing. `told`: every row has a caller of its own.
 */
export function noticesOf(
  engine: Engine,
  entity: Entity,
  caller: Caller,
  parameters: Parameters,
  changed?: readonly string[],
  told = false,
): Sql[] {
  const isNew = changed === undefined;
  return Object.entries(engine.module.notifications ?? {}).flatMap(([name, { resource, becomes = {} }], at) => {
    if (engine.model.resources.get(resource)?.entity.name !== entity.name) return [];
    const watched = Object.entries(becomes).filter(([property]) => isNew || changed.includes(property));
    if (watched.length === 0) return [];
    const values = [
      told ? column(WHO, '_time') : parameters.add(new Date(caller.now), 'timestamptz'),
      parameters.add(name, 'text'),
      SQL`n.id`,
      told ? column(WHO, '_userId') : parameters.add(caller.actor.id || null, 'bigint'),
    ];
    const from = SQL`_n n${isNew ? SQL`` : SQL` join _old old on old.id = n.id`}${told ? whose('n') : SQL``}`;
    const where = any(watched.map((one) => hasBecome(engine, entity, parameters, one, isNew)));
    return [
      SQL`_notice${at} as (insert into "_notice" (time, kind, "recordId", "actorId") select ${joinSql(values)} from ${from} where ${where})`,
    ];
  });
}
