import { refuseFields } from 'forecourt/server';
import { calls } from '../../calls/index.ts';
import { defineCommand } from '../database.ts';
import type { RentalContext } from '../database.ts';
import { staffFor } from './taskUsers.ts';
import { beginStep } from './step.ts';

async function requireStaff(
  context: RentalContext,
  field: 'deliveryStaffId' | 'pickupStaffId',
  userId: number,
  storeId: number,
): Promise<void> {
  const staff = await staffFor(context.db, { taskType: field === 'deliveryStaffId' ? 1 : 2, storeId, userId });
  if (staff.length === 0) throw refuseFields({ [field]: 'rental.order.refusal.notStaff' });
}

/** Says who brings the car out and who takes it back (O6); null takes somebody off again. */
export const assignStaff = defineCommand(calls.assignStaff, {
  async run({ id, ...staff }, context) {
    const { order } = await beginStep(context, id, 'assignstaff');
    if (staff.deliveryStaffId === undefined && staff.pickupStaffId === undefined) {
      throw refuseFields({ deliveryStaffId: 'msg.required', pickupStaffId: 'msg.required' });
    }
    if (staff.deliveryStaffId)
      await requireStaff(context, 'deliveryStaffId', staff.deliveryStaffId, order.pickupStoreId);
    if (staff.pickupStaffId) await requireStaff(context, 'pickupStaffId', staff.pickupStaffId, order.returnStoreId);
    await context.write.update('order', id, { ...staff }, { expect: { status: order.status } });
    return null;
  },
});
