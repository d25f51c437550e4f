import { sql } from 'kysely';
import type { SmsSetting, Supplier } from '../../../../schemas/types.generated.ts';
import { refuseFields, STORED_SECRET } from 'forecourt/server';
import { calls, type SmsSettings } from '../../calls/index.ts';
import { defineCommand, type Hooks, type RentalContext } from '../database.ts';

const LONGEST_SECRET = 200;

export const secretPurpose = (supplierId: number): string => `smsSetting/${supplierId}`;

/** Whatever path a secret comes by, it is stored sealed, for this supplier only. */
export const smsSettingHooks: Hooks<'smsSetting'> = {
  beforeSave({ values, before }, context) {
    const supplierId = (values['supplierId'] ?? before?.['supplierId']) as number;
    const { secret } = values;
    if (typeof secret !== 'string') return Promise.resolve();
    // The mask with something added to it is no secret that anybody has.
    if (secret.length > LONGEST_SECRET || secret.startsWith(STORED_SECRET))
      throw refuseFields({ secret: 'msg.invalid' });
    values['secret'] = context.seal(secret, secretPurpose(supplierId));
    return Promise.resolve();
  },
};

/** A supplier takes its settings along; stores and users keep it (D-ADM-19). */
export const supplierHooks: Hooks<'supplier'> = {
  async beforeDelete({ id }, context) {
    const { rows } = await sql<{ id: number }>`select id from "smsSetting" where "supplierId" = ${id}`.execute(
      context.db,
    );
    for (const setting of rows) await context.write.delete('smsSetting', setting.id);
  },
};

/** The settings row of a supplier, if there is one. Refuses when the supplier does not exist for this user. */
async function settingOf(
  context: RentalContext,
  supplierId: number,
): Promise<{ readonly id: number; readonly hasSecret: boolean } | undefined> {
  await context.row('supplier', supplierId);
  const row = await context.db
    .selectFrom('smsSetting')
    .select(['id', 'secret'])
    .where('supplierId', '=', supplierId)
    .executeTakeFirst();
  return row && { id: row.id, hasSecret: Boolean(row.secret) };
}

/** Settings of a supplier, under the supplier's id; what the schema begins with where nothing was saved yet. */
export const smsSettings = defineCommand(calls.smsSettings, {
  async run({ id }, context) {
    const setting = await settingOf(context, id);
    if (setting) {
      const record = await context.record<SmsSetting>('smsSetting', setting.id);
      return { ...record, id, secret: setting.hasSecret ? STORED_SECRET : '' };
    }
    const fields = context.model.entities.get('smsSetting')!.fields.filter((field) => !field.builtIn);
    const empty = Object.fromEntries(
      fields.map(({ name, default: given, kind }) => [name, given ?? (kind === 'json' ? [] : '')]),
    ) as Omit<SmsSettings, 'id'>;
    const { name } = await context.record<Supplier>('supplier', id);
    return { ...empty, id, supplierId: id, supplierName: name };
  },
});

/** Saves the settings of the supplier that `supplierId`, or `id`, names; the other properties are those of the schema. */
export const saveSmsSettings = defineCommand(calls.saveSmsSettings, {
  async run({ id, supplierId = id, supplierName: _name, createTime: _time, ...values }, context) {
    if (supplierId === undefined) throw refuseFields({ supplierId: 'msg.required' });
    await context.row('supplier', supplierId, { lock: true });
    const setting = await settingOf(context, supplierId);
    // Whoever begins chooses a provider: what the form proposes is no answer.
    await context.save('smsSetting', setting ? { ...values, id: setting.id } : { type: null, ...values, supplierId });
    return null;
  },
});
