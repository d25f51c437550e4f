import { defineResource } from 'forecourt/model';
import type { PurchaseOrder } from '../schemas/types.generated.ts';

export default defineResource<PurchaseOrder>({
  schema: 'purchaseOrder',
  menu: { group: 'buying', sort: 130, icon: 'TableRows' },
});
