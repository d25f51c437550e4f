import type { Order } from '../../../../schemas/types.generated.ts';
import { refuseFields, signFileUrl, uploadedFiles } from 'forecourt/server';
import { calls, type ContractDocument } from '../../calls/index.ts';
import { CONTRACT, languageOf, signGuard, type Language } from '../../rules/index.ts';
import { defineCommand } from '../database.ts';
import type { OrderRow, RentalContext } from '../database.ts';
import { nextNumber } from '../numbers/index.ts';
import { refusalOf } from '../problems.ts';
import { wireTime } from '../times.ts';
import { contractDocument, contractHtml } from './contractDocument.ts';
import { zoneOf } from './quote.ts';
import { beginStep } from './step.ts';
import { unsigned } from './unsigned.ts';

/** The number of an order's contract: its own, else the next one. Given when the car goes out or the contract is signed (O7, O20). */
export const contractNoOf = async (context: RentalContext, order: OrderRow, timeZone: string): Promise<string> =>
  order.contractNo ?? nextNumber(context.db, 'C', context.now, timeZone);

const beside = (language: string): Language => (language === 'zh-CN' ? 'en-US' : languageOf(language));

async function signedDocument({ db }: RentalContext, orderId: number): Promise<ContractDocument | undefined> {
  const row = await db
    .selectFrom('contract')
    .select('document')
    .where('orderId', '=', orderId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.document as ContractDocument | undefined;
}

/** What was signed, word for word; of an unsigned contract what would be signed now, with the `updateTime` that signing asks back. */
export const getContract = defineCommand(calls.getContract, {
  async run({ id, carId }, context) {
    const stored = await context.row('order', id);
    // Another car stands at the desk: one that is out of sight has no plate to show.
    if (carId !== undefined && carId !== stored.carId) await context.row('vehicle', carId);
    const order = { ...stored, ...(carId !== undefined && carId !== stored.carId && { carId, ...unsigned(stored) }) };
    const kept = order.contractStatus === CONTRACT.signed ? await signedDocument(context, id) : undefined;
    const document = kept ?? (await contractDocument(context, order));
    const timeZone = await zoneOf(context, order);
    return {
      contractNo: order.contractNo ?? '',
      html: contractHtml(document, beside(context.language)),
      document,
      status: order.contractStatus,
      signTime: wireTime(order.contractSignTime, timeZone),
      signImage: signFileUrl(context, order.contractSignImage ?? ''),
      updateTime: (await context.record<Order>('order', id)).updateTime,
    };
  },
});

/** Only a picture that the one who signs here has just drawn: names of others' files are no signature. */
async function requireOwnPicture(context: RentalContext, name: string): Promise<void> {
  const file = (await uploadedFiles(context.db, [name])).get(name);
  const own = file?.userId === context.actor.id && file.mimeType.startsWith('image/');
  if (!own) throw refuseFields({ signImage: 'msg.required' });
}

/** Keeps the words of an order's contract with the signature under them; answers what the order is to say of it. */
export async function signatureOf(context: RentalContext, order: OrderRow, signImage: string) {
  await requireOwnPicture(context, signImage);
  const contractNo = await contractNoOf(context, order, await zoneOf(context, order));
  const signTime = new Date(context.now);
  await context.write.insert('contract', {
    orderId: order.id,
    contractNo,
    document: await contractDocument(context, order),
    signTime,
    signImage,
    operatorId: context.actor.id,
  });
  return {
    contractNo,
    contractStatus: CONTRACT.signed,
    contractSignTime: signTime,
    contractSignImage: signImage,
  };
}

/** Signs the contract (O20): its words are kept as they are now, with the drawn signature, the time and who was there. */
export const signContract = defineCommand(calls.signContract, {
  async run({ orderId, signImage, updateTime }, context) {
    const { order } = await beginStep(context, orderId, 'sign');
    const refusal = signGuard(order);
    if (refusal) throw refusalOf([refusal], context);
    const signed = await signatureOf(context, order, signImage);
    await context.write.update('order', orderId, signed, {
      expect: { contractStatus: CONTRACT.unsigned },
      updateTime,
    });
    return null;
  },
});
